//! The orchard, described in Rust. It becomes the same client as `orchard.yaml`.

/// An orchard on a chain of its own. Trees grow in rows, and fruit leaves by the basket.
#[chainloom::api]
#[api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where the orchard is.")),
    errors(body = Refusal, message = "reason", statuses = { "404": "Not Found", "409": "Conflict" }),
    paging(
        query = {
            after?: { type: uint32, doc: "The last basket of the page before." },
            count?: { type: integer, range: 1..=10, default: 2, doc: "How many baskets a page may hold." },
        },
        next = "last", into = "after", size = "count", end = [absent],
    ),
))]
mod orchard {
    use chainloom::runtime::Json;
    use chainloom_examples::Forecast;

    /// What hangs on a tree and tells it from others.
    #[api(scalar(text = "hex", bytes = 4))]
    struct TreeTag;

    /// A weight.
    #[api(scalar(text = "decimal", rust = u64))]
    struct Grams;

    /// Why the orchard does not do it.
    struct Refusal {
        /// What stands against it.
        reason: String,
        /// Which basket was asked for.
        basket: u32,
    }

    /// What grows on a tree.
    #[api(rename_all = "kebab-case")]
    enum Species {
        /// Keeps over winter.
        Apple,
        /// Ripens in the cellar.
        Pear,
        /// Is eaten by birds.
        SweetCherry,
    }

    /// A tree.
    struct Tree {
        /// What hangs on it.
        tag: TreeTag,
        species: Species,
        state: State,
    }

    /// How far a tree has come.
    #[api(union(tag = "is"))]
    enum State {
        /// Too young to bear.
        Sapling,
        /// Old enough.
        Bearing {
            /// How many hang there.
            fruits: u32,
        },
    }

    /// A tree, by its place in the row or by its tag.
    #[api(union = "form")]
    enum TreeKey {
        Place(u32),
        Tag(TreeTag),
    }

    /// A basket of fruit.
    struct Basket {
        /// What tells it from others.
        number: u32,
        species: Species,
        /// What the fruit weighs.
        weight: Grams,
    }

    /// A page of baskets.
    struct BasketPage {
        baskets: Vec<Basket>,
        /// Where the next page begins; absent on the last one.
        last: Option<u32>,
    }

    /// The baskets.
    trait Baskets {
        /// Packs a basket.
        #[api(
            post = "/rows/{row}/baskets",
            effect = "write",
            rules = [{ atLeastOne: [least, most] }, { ordered: { low: least, high: most } }],
            status = [201],
            examples = [{
                request: { row: "north", species: "apple", least: "900" },
                response: { number: 1, species: "apple", weight: "950" },
            }],
        )]
        fn pack_basket(
            &self,
            /// The row that the fruit comes from.
            row: String,
            species: Species,
            /// The least that it shall weigh.
            least: Option<Grams>,
            /// The most that it may weigh.
            most: Option<Grams>,
        ) -> Basket;

        /// Lists the baskets of a row that are for sale.
        #[api(
            get = "/rows/{row}/baskets",
            paginate(items = "baskets"),
            examples = [{ request: { row: "north" }, response: { baskets: [] } }],
        )]
        fn list_baskets(
            &self,
            /// Which row.
            row: String,
            species: Option<Species>,
        ) -> BasketPage;

        /// Reads what is in a basket.
        #[api(
            get = "/baskets/{number}",
            examples = [{ request: { number: 1 }, response: { number: 1, species: "pear", weight: "1200" } }],
        )]
        fn get_basket(
            &self,
            /// Which basket.
            number: u32,
        ) -> Basket;

        /// Sells a basket.
        #[api(
            delete = "/baskets/{number}",
            effect = "write",
            examples = [{
                request: { number: 1, "x-buyer": "ann" },
                response: { number: 1, species: "pear", weight: "1200" },
            }],
        )]
        fn sell_basket(
            &self,
            /// Which basket.
            number: u32,
            /// Who takes it.
            #[api(header, rename = "x-buyer")]
            buyer: String,
        ) -> Basket;
    }

    /// The trees of a row, by JSON-RPC.
    #[api(endpoint = "/rows/{row}/rpc", rpc(params = "named", batch = false))]
    #[api(vars(row(doc = "The name of the row.")), instance = "row")]
    trait Rows {
        /// Plants a tree at the end of the row.
        #[api(
            method = "tree.plant",
            effect = "write",
            examples = [{ request: { species: "apple" }, response: "0x0a11ce01" }],
        )]
        fn plant(
            &self,
            species: Species,
            /// How deep its roots go.
            #[api(range = 20..=80, default = 40, unit = "centimetres")]
            depth: Option<i64>,
        ) -> TreeTag;

        /// Finds a tree.
        #[api(
            method = "tree.find",
            effect = "read",
            examples = [{
                request: { key: 0 },
                response: { tag: "0x0a11ce01", species: "apple", state: { is: "sapling" } },
            }],
        )]
        fn find_tree(&self, key: TreeKey) -> Tree;

        /// Lists the trees of the row.
        #[api(method = "tree.list", effect = "read", examples = [{ request: {}, response: [] }])]
        fn list_trees(&self) -> Vec<Tree>;

        /// Waters trees, and answers how many of them bear fruit now.
        #[api(
            method = "tree.water",
            effect = "write",
            examples = [{ request: { tags: ["0x0a11ce01"], litres: 10 }, response: 1 }],
        )]
        fn water(
            &self,
            /// Which trees.
            #[api(size = 1..=8)]
            tags: Vec<TreeTag>,
            /// How much each of them gets.
            #[api(range = 1..=100)]
            litres: u32,
        ) -> u32;

        /// Waters one tree, a little.
        #[api(
            method = "tree.sprinkle",
            effect = "write",
            deprecated(since = "2", use = "water"),
            examples = [{ request: { tag: "0x0a11ce01" }, response: true }],
        )]
        fn sprinkle(
            &self,
            /// Which tree.
            tag: TreeTag,
        ) -> bool;

        /// Foretells the weather over the row.
        #[api(
            method = "row.forecast",
            effect = "read",
            examples = [{ request: {}, response: { rain: 12.5, days: ["sun", "rain"] } }],
        )]
        fn forecast(&self) -> Json<Forecast>;
    }
}

#[path = "../tour.rs"]
mod tour;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = chainloom_examples::serve().await?;
    tour::make(&url).await
}
