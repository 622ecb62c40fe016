//! Methods that are more than described.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> String {
            String::new()
        }
        /// Finds later.
        #[api(get = "/later")]
        async fn find_later(&self) -> String;
        /// Finds at once.
        #[api(get = "/once")]
        unsafe fn find_at_once(&self) -> String;
        /// Finds for others.
        #[api(get = "/others")]
        extern "C" fn find_for_others(&self) -> String;
    }
}

fn main() {}
