//! Types of the user's own, which read and write themselves, by every kind of path.
#![deny(warnings, missing_docs)]

/// Types of another module.
pub mod own {
    use chainloom::runtime::codec::{Read, Reader, Write, Writer};
    use chainloom::runtime::{self as rt, schema::Type};

    /// An amount.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Amount(pub u64);

    impl Read for Amount {
        fn blank() -> Self {
            Self(0)
        }

        fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, rt::ReadError> {
            u64::read(ty, reader).map(Self)
        }
    }

    impl Write for Amount {
        fn write(&self, ty: Type, writer: &mut Writer) {
            self.0.write(ty, writer);
        }
    }

    /// Deeper.
    pub mod inner {
        /// The same again.
        pub type Amount = super::Amount;
    }
}

/// A module around the client.
pub mod outer {
    /// The client.
    #[chainloom::api]
    pub mod shop {
        use super::super::own::Amount;
        use crate::own::{self, Amount as Money};

        /// A thing.
        struct Thing {
            /// By an import.
            amount: Amount,
            /// By another name.
            money: Option<Money>,
            /// By an imported module.
            inner: own::inner::Amount,
            /// By a whole path.
            whole: Vec<crate::own::Amount>,
        }
        trait Web {
            /// Finds.
            #[api(get = "/things/{amount}")]
            fn find(&self, amount: Amount) -> Thing;
        }
    }
}

chainloom::include_api!("specs/amounts.yaml");

async fn use_it() -> Option<own::Amount> {
    let amount: own::Amount = amounts::Client::new("http://127.0.0.1:1").ok()?.count().await.ok()?;
    drop(amount);
    let client = outer::shop::Client::new("http://127.0.0.1:1").ok()?;
    let thing = client.find(own::Amount(5)).await.ok()?;
    thing.money.or(Some(thing.amount)).or(Some(thing.inner)).or(thing.whole.into_iter().next())
}

fn main() {
    drop(use_it());
}
