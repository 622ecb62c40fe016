//! Building clients, variables and endpoints.

use super::{
    books::*,
    servers::{Memory, once},
};
use chainloom_runtime::{Builder, Client, catalog::Target};

fn builder() -> Builder {
    once(&CLIENT).transport(Memory::fixed(200, "", ""))
}

fn wrong(builder: Builder) -> String {
    let error = builder.build().unwrap_err();
    assert!(error.is_building() && error.operation().is_none());
    error.to_string()
}

#[test]
fn what_is_wrong_with_settings() {
    let unset = wrong(builder());
    assert_eq!(
        unset,
        "the client cannot be built: the variable `booksUrl` is not set: call `.base_url(…)` or `.var(\"booksUrl\", \
         …)` on the builder, or take a deployment that sets it"
    );
    for url in ["", "books", "/path", "ftp://h/", "http://", "http://h/#x", "http://h:99999/", "mailto:a@b", "data:,x"]
    {
        let text = wrong(builder().base_url(url));
        assert!(text.starts_with("the client cannot be built: the base URL "), "{url}: {text}");
    }
    let ok = || builder().base_url("http://h");
    assert!(wrong(ok().header("a b", "c")).contains("a header has the name `a b`"));
    assert!(wrong(ok().header("x-a", "c\nd")).contains("the header `x-a` holds characters"));
    assert!(wrong(ok().header("Content-Length", "3")).contains("set by the client itself"));
    assert!(wrong(ok().user_agent("a\r\nb")).contains("the user agent holds"));
    assert!(
        wrong(ok().var("boksUrl", "x")).contains("there is no variable `boksUrl`; there are: `booksUrl`, `keyHeader`")
    );
    assert!(wrong(ok().secret("key", "x")).contains("there is no secret `key`; there are: `apiKey`"));
    assert!(wrong(ok().secret("apiKey", "hush\n").clone()).contains("the secret `apiKey` holds characters"));
    assert!(!wrong(ok().secret("apiKey", "hush\n")).contains("hush"));
    for empty in ["", " ", "\t"] {
        assert!(wrong(ok().secret("apiKey", empty)).contains("the secret `apiKey` is empty"), "{empty:?}");
    }
    for proxy in ["", "proxy", "socks5://h:1", "http://", "http://user:hush-hush@h:99999"] {
        let text = wrong(once(&CLIENT).base_url("http://h").proxy(proxy));
        assert!(text.contains("the URL of the proxy ") && !text.contains("hush"), "{proxy}: {text}");
    }
    assert!(wrong(ok().proxy("http://h:1")).contains("`.proxy(…)` has no effect on a transport"));
    assert!(wrong(ok().connect_timeout(std::time::Duration::ZERO)).contains("`.connect_timeout(…)` has no effect"));
    assert!(wrong(ok().root_certificate("")).contains("`.root_certificate(…)` has no effect on a transport"));
    assert!(wrong(ok().identity("hush-hush")).contains("`.identity(…)` has no effect on a transport"));
    // What is no PEM is refused, and so is any where there is no TLS.
    let own = || once(&CLIENT).base_url("http://h");
    assert!(wrong(own().root_certificate("no PEM")).contains("`.root_certificate(…)`"));
    let text = wrong(own().identity("hush-hush"));
    assert!(text.contains("`.identity(…)`") && !text.contains("hush"), "{text}");
    assert!(
        wrong(ok().secret("apiKey", "hush").var("keyHeader", "no good")).contains("the header of the secret `apiKey`")
    );
}

#[test]
fn the_narrower_setting_counts() {
    let path = |client: &Client, target: Target| {
        let request = client.prepare(&COUNT, &vec![None; 3], &target).unwrap();
        request.http().uri().to_string()
    };
    let client = builder().base_url("http://h").build().unwrap();
    let target = Target::new(client.clone());
    // The service's own default comes before the client's; the client's variables serve the rest.
    assert_eq!(path(&client, target.clone()), "http://h/rpc/hall/bk");
    assert_eq!(path(&client, target.clone().var("room", "a b").var("room", "c/d")), "http://h/rpc/c%2Fd/bk");
    assert_eq!(path(&client, target.endpoint(1).var("shelf", "9")), "http://h/rpc/side/9");
    let town = builder().deployment(&TOWN).var("prefix", "tb").build().unwrap();
    assert_eq!(path(&town, Target::new(town.clone())), "https://books.example/api/rpc/hall/tb");
    let moved = builder().deployment(&TOWN).var("booksUrl", "http://x/y").build().unwrap();
    assert_eq!(path(&moved, Target::new(moved.clone())), "http://x/y/rpc/hall/bk");
    let moved = builder().deployment(&TOWN).var("booksUrl", "http://x/y").base_url("http://z").build().unwrap();
    assert_eq!(path(&moved, Target::new(moved.clone())), "http://z/rpc/hall/bk");
}

#[test]
fn what_is_not_set_is_named() {
    let client = builder().base_url("http://h").build().unwrap();
    let error = client.prepare(&COUNT, &vec![None; 3], &Target::new(client.clone()).endpoint(1)).unwrap_err();
    assert!(error.is_building());
    assert_eq!(
        error.to_string(),
        "positional.count: not sent: the variable `shelf` is not set: choose the instance of the service `positional`"
    );
    let error = client.prepare(&COUNT, &vec![None; 3], &Target::new(client.clone()).endpoint(2)).unwrap_err();
    assert!(error.to_string().contains("no endpoint with the index 2; there are 2"), "{error}");
}

/// Names of methods and of subscriptions are templates; one function fills them.
#[test]
fn templates_of_a_service_are_filled() {
    let client = builder().base_url("http://h").build().unwrap();
    let target = Target::new(client);
    assert_eq!(target.fill(COUNT.service, "{prefix}_on_{room}").unwrap(), "bk_on_hall");
    assert_eq!(target.clone().var("room", "loft").fill(COUNT.service, "{room}").unwrap(), "loft");
    let error = target.fill(COUNT.service, "{shelf}").unwrap_err();
    assert!(error.is_building() && error.to_string().contains("choose the instance"), "{error}");
}

#[test]
fn clients_are_shared() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    shared::<Client>();
    shared::<Target>();
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    error::<chainloom_runtime::Error>();
    assert_eq!(size_of::<chainloom_runtime::Error>(), size_of::<usize>());
    assert_eq!(size_of::<Client>(), size_of::<usize>());
}
