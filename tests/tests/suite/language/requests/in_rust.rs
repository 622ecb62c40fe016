//! Requests of all kinds, described in Rust by signatures and attributes.

use chainloom::runtime::File;

use super::server::{self, Server};

#[chainloom::api]
#[api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where it is.")),
    auth(
        card(header = "X-Card", prefix = "Card ", doc = "The card of a reader."),
        token(scheme = "bearer", doc = "A token."),
    ),
    security = [token, card],
    headers(send = { Accept: "application/x-books+json" }),
))]
mod library {
    /// What to look for.
    struct Filter {
        /// A word in the title.
        word: Option<String>,
        /// When it was printed.
        years: Option<Vec<i64>>,
    }
    trait Books {
        /// Adds a book.
        #[api(post = "/books", effect = "write")]
        fn add_book(&self, body: Filter) -> Vec<String>;
        /// Adds books.
        #[api(put = "/books", effect = "idempotent")]
        fn add_books(&self, body: Option<Vec<Filter>>) -> Vec<String>;
        /// Changes a book.
        #[api(patch = "/books", effect = "idempotent", content = "merge-patch")]
        fn change_book(
            &self,
            /// A member that has the name of the whole.
            #[api(body)]
            body: Option<String>,
            /// A note.
            note: Maybe<String>,
        ) -> Vec<String>;
        /// Orders books.
        #[api(post = "/orders", effect = "write", content = "form", style = "brackets")]
        fn order(&self, name: String, words: Option<Vec<String>>, to: Option<Filter>) -> Vec<String>;
        /// Sends a cover.
        #[api(post = "/covers", effect = "write", content = "multipart")]
        fn send_cover(
            &self,
            cover: File,
            thumb: Option<Bytes>,
            #[api(content = ["image/png", "image/jpeg"])] pages: Option<Vec<File>>,
        ) -> Vec<String>;
        /// Puts a cover.
        #[api(put = "/covers/{id}", effect = "idempotent", content = "image/png", security = [])]
        fn put_cover(
            &self,
            id: String,
            body: Bytes,
            #[api(header, rename = "Content-Type")] content_type: Option<String>,
        ) -> Vec<String>;
        /// Finds a file.
        #[api(get = "/shelves/{shelves}/files/{file}")]
        fn find(
            &self,
            shelves: Vec<String>,
            #[api(slashes = "keep")] file: String,
            #[api(style = "brackets")] filter: Option<Filter>,
            #[api(const = 2)] version: u8,
        ) -> Vec<String>;
    }
}

use library::{Client, Filter};

async fn library() -> (Server, Client) {
    let server = Server::start().await;
    let client = Client::builder().url(server.url()).card("7").build().unwrap();
    (server, client)
}

fn sent(server: &Server) -> (String, String) {
    let request = server.request();
    (request.header("content-type").unwrap_or("none").to_owned(), request.text())
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_parameter_named_body_is_the_whole_body() {
    let (server, client) = library().await;
    client.add_book(Filter::new().word("sea")).await.unwrap();
    assert_eq!(sent(&server).1, r#"{"word":"sea"}"#);
    assert_eq!(server.request().header("x-card"), Some("Card 7"));
    client.add_books().body([Filter::new().years([1])]).await.unwrap();
    assert_eq!(sent(&server).1, r#"[{"years":[1]}]"#);
    client.add_books().await.unwrap();
    assert_eq!(sent(&server), ("none".to_owned(), String::new()));
    client.change_book().body("x").note(None).await.unwrap();
    assert_eq!(sent(&server), ("application/merge-patch+json".to_owned(), r#"{"body":"x","note":null}"#.to_owned()));
}

#[tokio::test(crate = "chainloom_bounded")]
async fn forms_parts_and_bytes_are_said_by_the_word_content() {
    let (server, client) = library().await;
    client.order("ann").words(["x", "y"]).to(Filter::new().word("sea")).await.unwrap();
    let (kind, text) = sent(&server);
    let pairs: Vec<String> = text.split('&').map(server::decoded).collect();
    assert_eq!(kind, "application/x-www-form-urlencoded");
    assert_eq!(pairs, ["name=ann", "words[]=x", "words[]=y", "to[word]=sea"]);
    client.send_cover(File::new("a.png", b"front".to_vec())).thumb(b"small".to_vec()).await.unwrap();
    let (kind, text) = sent(&server);
    assert!(
        kind.starts_with("multipart/form-data") && text.contains("a.png") && text.contains("small"),
        "{kind} {text}"
    );
    client.put_cover("a", b"front".to_vec()).await.unwrap();
    assert_eq!(sent(&server), ("image/png".to_owned(), "front".to_owned()));
    assert_eq!(server.request().header("x-card"), None);
    client.put_cover("a", b"front".to_vec()).content_type("image/webp").await.unwrap();
    assert_eq!(sent(&server).0, "image/webp");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn parameters_take_the_words_of_the_language() {
    let (server, client) = library().await;
    client.find(["a b", "c"], "d/e").filter(Filter::new().word("sea")).await.unwrap();
    let request = server.request();
    let (path, query) = request.target().split_once('?').unwrap();
    assert_eq!(path, "/shelves/a%20b,c/files/d/e");
    assert_eq!(query.split('&').map(server::decoded).collect::<Vec<_>>(), ["filter[word]=sea", "version=2"]);
    assert_eq!(request.header("accept"), Some("application/x-books+json"));
}
