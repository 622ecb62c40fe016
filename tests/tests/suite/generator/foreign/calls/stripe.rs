//! Stripe: forms with members within members, an id or the object itself, errors with their
//! members.

use chainloom::runtime::{File, Timestamp};

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/stripe/stripe.yaml");

pub(crate) use stripe::operations;
use stripe::{Address, Client, CustomerOrId, Item, Problem, Purpose, Span, SubscriptionStatus};

async fn stripe(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("stripe").sample(sample)).await;
    let client = Client::builder().base_url(server.url()).secret_key("an-invented-key").build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn members_within_members_have_brackets() {
    let (server, client) = stripe("a customer with an address").await;
    let address = Address::new().line1("510 Townsend St").city("San Francisco").country("US");
    let call = client.create_customer().name("Jenny Rosen").address(address);
    let customer = call.metadata([("order_id", "6735")]).await.unwrap();
    assert_eq!(customer.id, "cus_NffrFeUfNV2Hib");
    server.assert_arrived();
    let (server, client) = stripe("a subscription").await;
    let call = client.create_subscription("cus_Na6dX7aXxi11N4", [Item::new("price_1MowQULkdIwHu7ixraBm864M")]);
    let subscription = call.await.unwrap();
    assert_eq!(subscription.status, SubscriptionStatus::Active);
    assert_eq!(subscription.items.data[0].price.unit_amount, Some(1000));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_customer_is_an_id_or_itself() {
    let (server, client) = stripe("a payment with its customer").await;
    let call = client.get_charge("ch_3LmzzQ2eZvKYlo2C0XjzUzJV").expand(["customer", "payment_intent.customer"]);
    let charge = call.await.unwrap();
    assert!(matches!(charge.customer, Some(CustomerOrId::Customer(customer)) if customer.created.0 == 1_680_893_993));
    server.assert_arrived();
    let (_server, client) = stripe("a payment with the id of its customer").await;
    let charge = client.get_charge("ch_3LmzzQ2eZvKYlo2C0XjzUzJV").await.unwrap();
    assert!(matches!(charge.customer, Some(CustomerOrId::Id(id)) if id == "cus_NffrFeUfNV2Hib"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_is_asked_for_by_a_span() {
    let (server, client) = stripe("customers").await;
    let span = Span::new().gte(Timestamp(1_680_893_000));
    let page = client.list_customers().limit(3).created(span).starting_after("cus_NffrFeUfNV2Hi0").await.unwrap();
    assert!(!page.has_more);
    assert_eq!(page.data[0].name.as_deref(), Some("Jenny Rosen"));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_error_has_its_type() {
    let (_server, client) = stripe("a card is declined").await;
    let call = client.create_subscription("cus_Na6dX7aXxi11N4", [Item::new("price_1MowQULkdIwHu7ixraBm864M")]);
    let error = call.await.unwrap_err();
    assert!(error.to_string().ends_with("Your card was declined."), "{error}");
    let problem: Problem = error.body_as().unwrap().unwrap();
    assert_eq!(problem.error.decline_code.as_deref(), Some("generic_decline"));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_file_is_a_part() {
    let (server, client) = stripe("a file").await;
    let file = File::new("file.png", &b"\0PNG"[..]).media_type("image/png");
    let kept = client.upload_file(Purpose::DisputeEvidence, file).await.unwrap();
    assert_eq!(kept.size, 8429);
    server.assert_arrived();
}
