//! Streams of items: `.items()` of each list gives the items of a loop by hand over all pages,
//! against the sandbox.

use chainloom::data::blocks::calls::GetLatestBlocks;
use chainloom::data::{self, Network, balances, icm, staking, transfers};
use chainloom::node::index::calls::GetContainerRange;
use chainloom::runtime::__private as rt;
use chainloom::runtime::codec::Write;
use chainloom::runtime::schema::{Operation as Schema, PageBy, PageEnd, Type};
use chainloom::runtime::{ErrorKind, Paged, Retry};
use chainloom::{metrics, node};
use chainloom_sandbox::{Fault, Sandbox};
use chainloom_values::{Draw, Members};
use serde_json::{Map, Value, json};

/// The number of items of each list of the sandbox.
const ITEMS: usize = 11;

/// Calls a function for each list of the spec; a test of `items_of_pages` knows that none is
/// missing.
macro_rules! each_list {
    ($check:ident, $sandbox:expr) => {
        $check::<GetLatestBlocks>($sandbox).await;
        $check::<balances::calls::ListErc20Balances>($sandbox).await;
        $check::<icm::calls::ListIcmMessages>($sandbox).await;
        $check::<icm::calls::ListIcmMessagesByAddress>($sandbox).await;
        $check::<metrics::calls::GetAverageTps>($sandbox).await;
        $check::<node::evm_debug::calls::DebugStorageRangeAt>($sandbox).await;
        $check::<GetContainerRange>($sandbox).await;
        $check::<node::native_assets::calls::GetUtxos>($sandbox).await;
        $check::<node::xchain::calls::GetUtxos>($sandbox).await;
        $check::<staking::calls::ListDelegators>($sandbox).await;
        $check::<staking::calls::ListValidators>($sandbox).await;
        $check::<transfers::calls::ListErc1155Transactions>($sandbox).await;
        $check::<transfers::calls::ListNativeTransactions>($sandbox).await;
    };
}

/// A list of the spec, and where it is.
struct List {
    operation: &'static Schema,
    target: rt::Target,
    input: Map<String, Value>,
}

impl List {
    fn new<O: Paged>(sandbox: &Sandbox, size: Option<u64>) -> Self {
        let operation = O::schema();
        let client = rt::Client::builder(operation.service.client).base_url(sandbox.url()).retry(Retry::none());
        let vars = operation.service.vars.iter().filter(|var| var.default.is_none());
        let target = rt::Target::new(client.build().unwrap());
        let target = vars.fold(target, |target, var| target.var(var.name, "instance"));
        let mut input = Draw::new(3).members(Members::Required).input(operation);
        let paging = operation.paginate.unwrap();
        let name = |index: usize| operation.input.fields[index].name;
        if let PageBy::Offset { into } = paging.by {
            input.insert(name(into).to_owned(), json!(0));
        }
        if let (Some(size), Some(index)) = (size, paging.size) {
            input.insert(name(index).to_owned(), json!(size));
        }
        Self { operation, target, input }
    }

    fn call<O: Paged>(&self, input: &Map<String, Value>) -> rt::Call<O> {
        let input = Value::Object(input.clone()).to_string();
        rt::Call::new(
            self.target.clone(),
            rt::from_slice(Type::Record(self.operation.input), input.as_bytes()).unwrap(),
        )
    }

    /// The items by a loop as one writes it by hand.
    async fn by_hand<O: Paged<Item: Write>>(&self) -> Vec<Value> {
        let (paging, mut input, mut all) = (self.operation.paginate.unwrap(), self.input.clone(), Vec::new());
        loop {
            let reply = self.call::<O>(&input).reply().await.unwrap();
            let raw: Value = serde_json::from_slice(reply.raw()).unwrap();
            let mut items = written::<O>(O::into_items(reply.into_body()));
            if paging.overlap > 0 && all.last().is_some_and(|last| items.first() == Some(last)) {
                items.remove(0);
            }
            let (count, is_empty) = (items.len(), items.is_empty());
            all.extend(items);
            match paging.by {
                PageBy::Token { next, into } => {
                    let result = raw.get("result").unwrap_or(&raw);
                    let token = next.iter().fold(result, |value, name| &value[name]).clone();
                    let sent = input.insert(self.operation.input.fields[into].name.to_owned(), token.clone());
                    let is_unchanged = paging.end.contains(&PageEnd::Unchanged) && sent.as_ref() == Some(&token);
                    if token.is_null() || token == "" || is_unchanged {
                        return all;
                    }
                }
                PageBy::Offset { into } => {
                    let name = self.operation.input.fields[into].name;
                    if is_empty {
                        return all;
                    }
                    input[name] = json!(input[name].as_u64().unwrap() + count as u64);
                }
                by => panic!("{by:?}"),
            }
        }
    }

    async fn items<O: Paged<Item: Write>>(&self) -> Vec<Value> {
        let mut items = self.call::<O>(&self.input).items();
        let mut all = Vec::new();
        while let Some(item) = items.try_next().await.unwrap_or_else(|error| panic!("{}: {error}", self.operation.id)) {
            all.push(item);
        }
        assert!(items.is_complete(), "{}", self.operation.id);
        written::<O>(all)
    }
}

fn written<O: Paged<Item: Write>>(items: Vec<O::Item>) -> Vec<Value> {
    let paging = O::schema().paginate.unwrap();
    let ty = paging.items.iter().fold(O::schema().output.unwrap(), |ty, name| {
        let Type::Record(record) = ty else { panic!("{ty:?}") };
        record.fields.iter().find(|field| field.name == *name).unwrap().ty.plain()
    });
    let ty = if let Type::List(list) = ty { list.item.plain() } else { Type::Json };
    items.iter().map(|item| serde_json::from_slice(&rt::to_vec(item, ty).unwrap()).unwrap()).collect()
}

/// The items of the list: those of one page that holds all of them.
async fn whole<O: Paged<Item: Write>>(sandbox: &Sandbox) -> Vec<Value> {
    let list = List::new::<O>(sandbox, Some(100));
    let all = match list.operation.paginate.unwrap().size {
        Some(_) => written::<O>(O::into_items(list.call::<O>(&list.input).send().await.unwrap())),
        None => list.by_hand::<O>().await,
    };
    assert_eq!(all.len(), ITEMS, "{}", list.operation.id);
    all
}

/// Compares items without their order where they are those of a map, whose order is that of a page.
fn compare(id: &str, size: Option<u64>, items: Vec<Value>, wanted: &[Value]) {
    let sorted = |items: &[Value]| {
        let mut texts: Vec<String> = items.iter().map(Value::to_string).collect();
        texts.sort();
        texts
    };
    assert_eq!(sorted(&items), sorted(wanted), "{id} {size:?}");
}

async fn as_by_hand<O: Paged<Item: Write>>(sandbox: &Sandbox) {
    let id = O::schema().id;
    let wanted = whole::<O>(sandbox).await;
    for size in [3, 11] {
        let list = List::new::<O>(sandbox, Some(size));
        let by_hand = list.by_hand::<O>().await;
        assert_eq!(list.items::<O>().await, by_hand, "{id} {size}");
        compare(id, Some(size), by_hand, &wanted);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn items_are_those_of_a_loop_by_hand() {
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).start().await.unwrap();
    each_list!(as_by_hand, &sandbox);
}

async fn of_any_size<O: Paged<Item: Write>>(sandbox: &Sandbox) {
    let wanted = whole::<O>(sandbox).await;
    let size = O::schema().paginate.unwrap().size;
    let is_needed = size.is_some_and(|size| O::schema().input.fields[size].required);
    // A loop by hand never advances by one item where pages overlap by one.
    for size in [None, Some(1), Some(2)].into_iter().filter(|size| size.is_some() || !is_needed) {
        compare(O::schema().id, size, List::new::<O>(sandbox, size).items::<O>().await, &wanted);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn any_size_gives_all_items() {
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).start().await.unwrap();
    each_list!(of_any_size, &sandbox);
}

async fn clamped<O: Paged<Item: Write>>(sandbox: &Sandbox) {
    let wanted = whole::<O>(sandbox).await;
    sandbox.add_fault(Fault::Clamp(3)).unwrap();
    let list = List::new::<O>(sandbox, Some(100));
    compare(list.operation.id, Some(100), list.items::<O>().await, &wanted);
    sandbox.clear_faults();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_service_that_gives_fewer_items_than_asked_for_does_not_end_the_list() {
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).start().await.unwrap();
    each_list!(clamped, &sandbox);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_token_that_leads_back_is_an_error_and_one_that_is_refused_may_have_expired() {
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).fault(Fault::TokenCycle).start().await.unwrap();
    let client = data::Client::new(sandbox.url()).unwrap();
    let mut items = client.list_delegators(Network::Mainnet).page_size(3).items();
    for _ in 0..3 {
        items.try_next().await.unwrap().unwrap();
    }
    assert_eq!(items.try_next().await.unwrap_err().kind(), ErrorKind::RepeatedPage);
    assert!(items.try_next().await.unwrap().is_none() && !items.is_complete());

    sandbox.clear_faults();
    let mut pages = client.list_delegators(Network::Mainnet).page_size(3).pages().max_pages(1);
    let page = pages.try_next().await.unwrap().unwrap();
    assert_eq!((page.body().delegators.len(), page.repeated()), (3, 0));
    let stored = pages.position().unwrap().to_string();
    sandbox.add_fault(Fault::ExpiredToken).unwrap();
    let call = || client.list_delegators(Network::Mainnet).page_size(3);
    let error = call().items().resume(stored.parse().unwrap()).try_next().await.unwrap_err();
    assert!(error.is_expired_token(), "{error}");
    assert!(error.to_string().ends_with("The page token may have expired: its lifetime is 24 hours."), "{error}");
    sandbox.clear_faults();
    let mut rest = call().items().resume(stored.parse().unwrap());
    let mut count = 0;
    while rest.try_next().await.unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, ITEMS - 3);
}
