// One mistake causes one error, also where other parts of the description need what is missing.

#[chainloom::api]
mod kinds {
    enum Kind {
        A(String),
        B(u64),
    }

    struct Thing {
        kind: Kind,
    }

    trait Things {
        #[api(get = "/thing")]
        fn thing(&self) -> Thing;
    }
}

#[chainloom::api]
mod pages {
    struct Page {
        things: Vec<String>,
        next: Option<u64>,
    }

    trait Things {
        #[api(get = "/things", paginate(items = things, into = page, next = next))]
        fn list(&self, page: Option<usize>) -> Page;
    }
}

#[chainloom::api]
mod errors {
    #[api(endpoint = "/rpc", rpc(params = named, batch = false))]
    trait Things {
        #[api(method = "thing", effect = read, errors { 5: Bad })]
        fn thing(&self) -> String;
    }
}

#[chainloom::api]
mod scalars {
    #[api(endpoint = "/rpc", rpc(params = named, batch = false))]
    trait Things {
        #[api(method = "thing", effect = read)]
        fn thing(&self) -> U256;
    }
}

#[chainloom::api]
mod events {
    #[api(subscription)]
    trait Things {
        #[api(get = "/thing")]
        fn thing(&self) -> String;
        #[api(get = "/news", subscription)]
        fn news(&self) -> String;
    }
}

fn main() {}
