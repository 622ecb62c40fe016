//! Measures reading and writing JSON: serde derive with strings (a), serde derive with binary scalars (b), ours (c), serde
//! derive with the checks of ours (d), and ours through serde (e).
//!
//! Output: for each body the median times of alternating runs, and ratios. Ratios are what counts; a value
//! over one says that ours is faster. With `BODY FORM read|write COUNT` as arguments, only that is done so often, for a
//! profiler or a counter of instructions. `bodies` lists the bodies.
#![allow(clippy::unwrap_used, dead_code, unreachable_pub)]

mod bodies;
mod derive_a;
mod derive_b;
mod derive_d;
mod ours;

use std::hint::black_box;
use std::time::{Duration, Instant};

use chainloom_runtime::__private::{from_slice, to_vec};

/// Does something with a body so many times; the body is read before that where it is to be written.
type Work = fn(&[u8], usize);

/// The letters of the forms, in their order.
const FORMS: &str = "abcde";

macro_rules! read {
    ($name:ty) => {
        |body: &[u8], count| {
            (0..count).for_each(|_| drop(black_box(serde_json::from_slice::<$name>(black_box(body)).unwrap())));
        }
    };
}

macro_rules! write {
    ($name:ty) => {
        |body: &[u8], count| {
            let value = serde_json::from_slice::<$name>(body).unwrap();
            (0..count).for_each(|_| drop(black_box(serde_json::to_vec(black_box(&value)).unwrap())));
        }
    };
}

macro_rules! forms {
    ($name:ident) => {{
        let forms: [(Option<Work>, Option<Work>); 5] = [
            (Some(read!(derive_a::$name)), Some(write!(derive_a::$name))),
            (Some(read!(derive_b::$name)), None),
            (
                Some(|body: &[u8], count| {
                    let ty = ours::schema_of(stringify!($name));
                    (0..count).for_each(|_| drop(black_box(from_slice::<ours::$name>(ty, black_box(body)).unwrap())));
                }),
                Some(|body: &[u8], count| {
                    let ty = ours::schema_of(stringify!($name));
                    let value = from_slice::<ours::$name>(ty, body).unwrap();
                    (0..count).for_each(|_| drop(black_box(to_vec(black_box(&value), ty).unwrap())));
                }),
            ),
            (Some(read!(derive_d::$name)), None),
            (Some(read!(ours::$name)), Some(write!(ours::$name))),
        ];
        forms
    }};
}

/// Reading and writing in the forms that can be compared.
fn forms(name: &str) -> [(Option<Work>, Option<Work>); 5] {
    match name {
        "ValidatorPage" => forms!(ValidatorPage),
        "Erc20Balances" => forms!(Erc20Balances),
        "NativeTransactions" => forms!(NativeTransactions),
        "Block" => forms!(Block),
        // A list within an object is no type of its own, with traits of serde.
        _ => {
            let [a, b, c, d, _] = forms!(Containers);
            [a, b, c, d, (None, None)]
        }
    }
}

fn time(work: Work, body: &[u8]) -> Duration {
    let start = Instant::now();
    work(black_box(body), 4);
    start.elapsed() / 4
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for (name, body) in bodies::ALL {
        let forms = forms(name);
        if args == ["bodies"] {
            let known = FORMS.chars().zip(forms).filter(|(_, (read, _))| read.is_some());
            println!("{name} {}", known.map(|(form, _)| form).collect::<String>());
            continue;
        }
        if let [only, form, what, count] = &args[..] {
            if only == name {
                let (read, write) = forms[FORMS.find(form.as_str()).unwrap()];
                let work = if what == "write" { write } else { read };
                work.unwrap()(&bodies::text(body), count.parse().unwrap());
            }
            continue;
        }
        let body = bodies::text(body);
        show(&format!("{name:18} read "), &body, forms.map(|(read, _)| read));
        show(&format!("{name:18} write"), &body, forms.map(|(_, write)| write));
    }
}

/// Prints the times of the forms, and how many times as fast as strings they are.
fn show(head: &str, body: &[u8], forms: [Option<Work>; 5]) {
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..150 {
        for (work, times) in forms.iter().zip(&mut times) {
            times.extend(work.map(|work| time(work, body)));
        }
    }
    let strings = median(&mut times[0]);
    print!("{head} {:7} bytes", body.len());
    for ((form, times), work) in FORMS.chars().zip(&mut times).zip(forms) {
        if work.is_some() {
            let time = median(times);
            print!("  {form} {time:7.1} us {:5.2}", strings / time);
        }
    }
    println!();
}
