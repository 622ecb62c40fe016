//! Ten calls to the orchard, and three that fail.
//!
//! Both programs compile this file, each with its own `orchard`: the two descriptions become the
//! same client.

use std::error::Error;

use super::orchard::{Client, Refusal, Species, StateIs};

pub(crate) async fn make(url: &str) -> Result<(), Box<dyn Error>> {
    let client = Client::new(url)?;
    tend_trees(&client).await?;
    sell_fruit(&client).await?;
    ask_in_vain(&client).await
}

/// JSON-RPC: what must be given is positional, what may be given is chained.
async fn tend_trees(client: &Client) -> Result<(), Box<dyn Error>> {
    let row = client.rows("north");
    let apple = row.plant(Species::Apple).await?;
    let pear = row.plant(Species::Pear).depth(60).await?;
    println!("planted {apple} and {pear}");
    println!("bearing after the rain: {}", row.water(vec![pear], 30).await?);
    #[expect(deprecated, reason = "the tour shows every method")]
    let is_known = row.sprinkle(apple).await?;
    println!("sprinkled: {is_known}");
    // A tree is found by its place, a number, or by its tag, a text.
    for tree in [row.find_tree(0).await?, row.find_tree(pear).await?] {
        match tree.state.is {
            StateIs::Bearing(state) => println!("{} bears {} fruits", tree.species, state.fruits),
            _ => println!("{} is young", tree.species),
        }
    }
    println!("trees in the row: {}", row.list_trees().await?.len());
    let forecast = row.forecast().await?;
    println!("rain: {} mm; {}", forecast.rain, forecast.days.join(", then "));
    Ok(())
}

/// REST: path, query, header and body are places of parameters; the call looks the same.
async fn sell_fruit(client: &Client) -> Result<(), Box<dyn Error>> {
    for grams in [900, 1_000, 1_100] {
        let basket = client.pack_basket("north", Species::Apple).least(grams).most(2_000).await?;
        println!("packed basket {} of {} g", basket.number, basket.weight);
    }
    let page = client.list_baskets("north").species(Species::Apple).count(2).await?;
    println!("first page: {:?}", page.baskets.iter().map(|basket| basket.number).collect::<Vec<_>>());
    if let Some(last) = page.last {
        let page = client.list_baskets("north").after(last).await?;
        println!("next page: {:?}", page.baskets.iter().map(|basket| basket.number).collect::<Vec<_>>());
    }
    println!("basket 2 weighs {} g", client.get_basket(2).await?.weight);
    println!("sold: {} g", client.sell_basket(2, "ann").await?.weight);
    Ok(())
}

/// What is refused before it is sent, by the rules of the description; and what the orchard
/// refuses.
async fn ask_in_vain(client: &Client) -> Result<(), Box<dyn Error>> {
    let too_deep = client.rows("north").plant(Species::SweetCherry).depth(90).await;
    println!("{}", too_deep.err().ok_or("roots of 90 cm")?);
    let wrong_way_round = client.pack_basket("north", Species::Pear).least(2_000).most(1_000).await;
    println!("{}", wrong_way_round.err().ok_or("at least 2 kg and at most 1 kg")?);
    let sold = client.get_basket(2).await.err().ok_or("basket 2 is sold")?;
    println!("{sold}");
    let refusal: Refusal = sold.body_as().ok_or("the orchard says why")??;
    println!("typed: {} (basket {})", refusal.reason, refusal.basket);
    Ok(())
}
