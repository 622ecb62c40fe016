//! Times of reading and writing bodies in JSON, as ratios of one run.
//!
//! Input: nothing. Output: a table in Markdown. Contenders take turns, and the median of their
//! times counts. A ratio above 1 is faster than serde_json.

use std::process::ExitCode;
use std::time::Duration;

use rivals::json::{self, Failed, Work};

/// Turns of each contender, and repetitions in a turn.
const TURNS: usize = 150;
const REPETITIONS: usize = 4;

fn main() -> ExitCode {
    match table() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn table() -> Result<(), Failed> {
    println!(
        "| body | bytes | work | serde_json | chainloom | ratio | through serde | ratio |\n\
         |---|---|---|---|---|---|---|---|"
    );
    for (name, body) in json::bodies::ALL {
        let text = json::bodies::text(body);
        for (work, word) in [(Work::Read, "read"), (Work::Write, "write")] {
            let times = medians(name, work, &text)?;
            let base = times.first().copied().unwrap_or_default();
            let shown = |time: &Duration| format!(" {:.1} µs |", time.as_secs_f64() * 1e6);
            let row = times.iter().enumerate().map(|(index, time)| match index {
                0 => shown(time),
                _ => format!("{} {:.2} |", shown(time), base.as_secs_f64() / time.as_secs_f64()),
            });
            let none = " none | none |".repeat(json::CONTENDERS.len() - times.len());
            println!("| {name} | {} | {word} |{}{none}", text.len(), row.collect::<String>());
        }
    }
    Ok(())
}

/// The median time of one repetition, by contender.
fn medians(name: &str, work: Work, text: &[u8]) -> Result<Vec<Duration>, Failed> {
    let contenders = json::contenders(name);
    let mut times = vec![Vec::with_capacity(TURNS); contenders.len()];
    for _ in 0..TURNS {
        for (contender, times) in contenders.iter().zip(&mut times) {
            times.push(json::run(contender, work, name, text, REPETITIONS)? / REPETITIONS as u32);
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    Ok(times.iter().filter_map(|times| times.get(TURNS / 2).copied()).collect())
}
