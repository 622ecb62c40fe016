//! Model test of the backfill: random histories of nodes, and a checker of the guarantee in `docs/websocket.md`.
//!
//! Nodes lag, fork and forget to push; a balancer sends each request to another node; connections are cut. The
//! checker knows the history and the delivered items, and nothing of the machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::facts::EventFacts;
use super::machine::{Answer, BackfillItem, BackfillMachine, ChainEvent, Topic};
use crate::{
    Error, Gap, GapReason,
    error::{Code, Failure, RpcFailure},
};
use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    time::{Duration, SystemTime},
};

/// Height of all nodes when a subscription begins.
const START: u64 = 20;

/// A block, with its number of logs.
#[derive(Clone)]
struct Block {
    height: u64,
    parent: usize,
    logs: u64,
}

/// Input of the connection.
#[derive(Clone, Debug)]
enum Input {
    Head(usize),
    Log(usize, u64, bool),
    Cut,
}

/// Statement of a node about heights, from the chain of its head: an answer, or a push.
struct Word {
    is_push: bool,
    head: usize,
    range: (u64, u64),
    /// Whether the answer contains the delivered events of its first height, and thus covers all
    /// heights below.
    affirms: bool,
}

/// The nodes and their chains, and what they have stated.
struct World {
    rng: fastrand::Rng,
    blocks: Vec<Block>,
    main: usize,
    nodes: Vec<usize>,
    /// Node of the connection; `None` while the connection is lost.
    connected: Option<usize>,
    inputs: VecDeque<Input>,
    /// Blocks that were pushed over any connection.
    pushed: HashSet<usize>,
    words: Vec<Word>,
    /// Number of words before the last cut that the client has seen.
    old_words: usize,
    is_heads: bool,
    /// Whether nodes return an error for heights that they lack.
    fails_beyond: bool,
    /// Whether nodes sometimes answer a log without its height.
    omits_heights: bool,
    /// Maximum number of heights per range that nodes answer.
    widest: u64,
    trace: Vec<String>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let blocks: Vec<Block> =
            (0..=START).map(|height| Block { height, parent: (height as usize).saturating_sub(1), logs: 0 }).collect();
        let main = blocks.len() - 1;
        let nodes = vec![main; rng.usize(1..=3)];
        let (is_heads, fails_beyond, omits_heights) = (rng.bool(), rng.u8(0..3) == 0, rng.u8(0..4) == 0);
        let widest = [1, 2, 3, 1_000, 1_000][rng.usize(0..5)];
        Self {
            connected: Some(rng.usize(0..nodes.len())),
            rng,
            blocks,
            main,
            nodes,
            inputs: VecDeque::new(),
            pushed: HashSet::new(),
            words: Vec::new(),
            old_words: 0,
            is_heads,
            fails_beyond,
            omits_heights,
            widest,
            trace: Vec::new(),
        }
    }

    /// Returns the block of a chain at a height.
    fn at(&self, head: usize, height: u64) -> Option<usize> {
        let mut block = head;
        if self.blocks[head].height < height {
            return None;
        }
        while self.blocks[block].height > height {
            block = self.blocks[block].parent;
        }
        Some(block)
    }

    fn is_on(&self, head: usize, block: usize) -> bool {
        self.at(head, self.blocks[block].height) == Some(block)
    }

    fn mine(&mut self, parent: usize, logs: u64) -> usize {
        self.blocks.push(Block { height: self.blocks[parent].height + 1, parent, logs });
        self.blocks.len() - 1
    }

    /// Adds a branch that forks below the head, and may be shorter than the present chain.
    fn fork(&mut self) {
        let height = self.blocks[self.main].height;
        let depth = self.rng.u64(1..=8).min((height + 2).saturating_sub(START));
        let mut head = self.at(self.main, height - depth).unwrap();
        for _ in 0..self.rng.u64(1..=depth + 2) {
            let logs = self.rng.u64(0..3);
            head = self.mine(head, logs);
        }
        self.trace.push(format!("fork at {} to {}", height - depth, self.blocks[head].height));
        self.main = head;
    }

    /// Moves a node to the main chain, without the last `lag` blocks.
    fn update(&mut self, node: usize, lag: u64) {
        let head = self.blocks[self.main].height.saturating_sub(lag).max(START - 3);
        let new = self.at(self.main, head).unwrap();
        let old = self.nodes[node];
        if self.is_on(old, new) {
            return;
        }
        self.trace.push(format!("node {node} has {new}@{head}"));
        self.nodes[node] = new;
        if self.connected == Some(node) {
            self.push_change(old, new);
        }
    }

    fn push_change(&mut self, old: usize, new: usize) {
        if !self.is_heads {
            let mut gone = old;
            while !self.is_on(new, gone) {
                self.push_logs(gone, true);
                gone = self.blocks[gone].parent;
            }
        }
        let mut come = new;
        let mut blocks = Vec::new();
        while !self.is_on(old, come) {
            blocks.push(come);
            come = self.blocks[come].parent;
        }
        let skips = self.is_heads && self.rng.u8(0..4) == 0;
        for block in blocks.into_iter().rev().filter(|block| !skips || *block == new).collect::<Vec<_>>() {
            self.pushed.insert(block);
            match self.is_heads {
                true => self.inputs.push_back(Input::Head(block)),
                false => self.push_logs(block, false),
            }
        }
    }

    fn push_logs(&mut self, block: usize, is_removed: bool) {
        (0..self.blocks[block].logs).for_each(|log| self.inputs.push_back(Input::Log(block, log, is_removed)));
    }

    /// Pushes the blocks of a node again.
    fn repeat(&mut self) {
        let Some(node) = self.connected else { return };
        let back = self.rng.u64(0..3);
        let head = self.nodes[node];
        let Some(block) = self.at(head, self.blocks[head].height - back).filter(|block| self.pushed.contains(block))
        else {
            return;
        };
        match self.is_heads {
            true => self.inputs.push_back(Input::Head(block)),
            false => self.push_logs(block, false),
        }
    }

    /// Changes the world, independently of the client.
    fn step(&mut self) {
        match self.rng.u8(0..22) {
            0..=17 => self.change(),
            18 => self.repeat(),
            19 if self.connected.is_some() => {
                self.connected = None;
                (0..self.rng.u8(0..40)).for_each(|_| self.change());
            }
            _ => self.reconnect(),
        }
    }

    /// Mines a block, forks the chain, or updates a node.
    fn change(&mut self) {
        match self.rng.u8(0..18) {
            0..=7 => {
                let logs = self.rng.u64(0..3).saturating_sub(self.rng.u64(0..2));
                self.main = self.mine(self.main, logs);
            }
            8 => self.fork(),
            _ => {
                let (node, lag) = (self.rng.usize(0..self.nodes.len()), self.rng.u64(0..6).saturating_sub(3));
                self.update(node, lag);
            }
        }
    }

    fn reconnect(&mut self) {
        if self.connected.is_none() {
            self.connected = Some(self.rng.usize(0..self.nodes.len()));
            self.inputs.push_back(Input::Cut);
        }
    }

    fn event(&self, block: usize, log: Option<(u64, bool)>) -> ChainEvent {
        let Block { height, parent, .. } = self.blocks[block];
        let is_removed = log.is_some_and(|(_, is_removed)| is_removed);
        let parent = log.is_none().then(|| format!("b{parent}"));
        let id = log.map_or_else(|| format!("b{block}"), |(log, _)| format!("b{block} {log}"));
        let text = format!("{block} {} {is_removed}", log.map_or(0, |(log, _)| log));
        let facts = EventFacts { height: Some(height), id, block: Some(format!("b{block}")), parent, is_removed };
        ChainEvent { facts, json: text.into() }
    }

    /// Returns the answer of a random node.
    fn answer(&mut self, topic: Topic, held: &BTreeMap<u64, Vec<(usize, u64, bool)>>) -> Answer {
        let node = self.rng.usize(0..self.nodes.len());
        let head = self.nodes[node];
        let top = self.blocks[head].height;
        let Topic::Events(first, last) = topic else { return Answer::Latest(top) };
        if self.fails_beyond && last > top || last - first >= self.widest {
            let (code, message) = (Some(Code::Number(-32000)), "there is no such range".to_owned());
            return Answer::Failed(Error::new(
                None,
                Failure::Rpc(RpcFailure { code, message, data: None, known: None }),
            ));
        }
        let affirmed = held.get(&first).map(|held| held[0].0);
        self.words.push(Word {
            is_push: false,
            head,
            range: (first, last),
            affirms: affirmed.is_some_and(|block| self.is_on(head, block)),
        });
        let blocks: Vec<usize> = (first..=last).filter_map(|height| self.at(head, height)).collect();
        let omits_heights = self.omits_heights && self.rng.u8(0..4) == 0;
        Answer::Events(match self.is_heads {
            true => blocks.into_iter().map(|block| self.event(block, None)).collect(),
            false => {
                let logs = |block: usize| (0..self.blocks[block].logs).map(move |log| (block, log));
                let mut events: Vec<ChainEvent> = blocks
                    .into_iter()
                    .flat_map(logs)
                    .map(|(block, log)| self.event(block, Some((log, false))))
                    .collect();
                if let Some(event) = events.last_mut().filter(|_| omits_heights) {
                    event.facts.height = None;
                }
                events
            }
        })
    }
}

/// State of a program that relies on the guarantee.
#[derive(Default)]
struct Program {
    /// Valid blocks and logs, and whether a later gap makes them unsure.
    held: BTreeMap<u64, Vec<(usize, u64, bool)>>,
    /// Heights that were reported as missing.
    covered: HashSet<u64>,
    /// First height of a gap without an end.
    open: Option<u64>,
    violations: Vec<String>,
}

impl Program {
    fn take(&mut self, world: &World, item: &BackfillItem) {
        match item {
            BackfillItem::Event(json) => {
                let mut words = json.json().split(' ');
                let block: usize = words.next().unwrap().parse().unwrap();
                let log: u64 = words.next().unwrap().parse().unwrap();
                match words.next() == Some("true") {
                    true => self.remove(world, block, log),
                    false => self.event(world, block, log),
                }
            }
            BackfillItem::Gap(gap) => self.gap(gap),
        }
    }

    fn remove(&mut self, world: &World, block: usize, log: u64) {
        if let Some(held) = self.held.get_mut(&world.blocks[block].height) {
            held.retain(|(of, number, _)| (*of, *number) != (block, log));
        }
        self.held.retain(|_, held| !held.is_empty());
    }

    fn event(&mut self, world: &World, block: usize, log: u64) {
        let Block { height, parent, .. } = world.blocks[block];
        if let Some(first) = self.open.take() {
            self.covered.extend(first..=height);
        }
        let same = self.held.get(&height);
        let mut wrong = |is: bool, what: &str| {
            if is {
                self.violations.push(format!("{what} {block}@{height}"));
            }
        };
        wrong(same.is_some_and(|held| held.iter().any(|(of, number, _)| (*of, *number) == (block, log))), "doubled");
        wrong(same.is_some_and(|held| held.iter().any(|(of, ..)| *of != block)), "two-branches");
        wrong(self.held.range(height + 1..).next().is_some(), "order");
        let below = self.held.get(&(height - 1)).filter(|_| world.is_heads);
        wrong(below.is_some_and(|held| held.iter().any(|(of, ..)| *of != parent)), "unlinked");
        self.held.entry(height).or_default().push((block, log, false));
    }

    fn gap(&mut self, gap: &Gap) {
        let from = gap.from_height().unwrap();
        if let GapReason::Reorganized { .. } = gap.reason() {
            self.held.split_off(&from);
            self.covered.retain(|height| *height < from);
            self.open = self.open.filter(|first| *first < from);
            return;
        }
        self.held.range_mut(from..).flat_map(|(_, held)| held).for_each(|held| held.2 = true);
        match gap.to_height() {
            Some(to) => self.covered.extend(from..=to),
            None => self.open = Some(self.open.map_or(from, |first| first.min(from))),
        }
    }

    /// Records violations at the end, when all nodes agree.
    fn end(&mut self, world: &World) {
        let held = &self.held;
        // Since the last cut, the last word about the event, or about a valid event above it on its
        // branch, affirms it.
        let is_excused = |height: u64, (block, _, is_unsure): (usize, u64, bool)| {
            let says = |word: &Word| {
                let above = held.range(height.max(word.range.0)..=word.range.1.max(height)).flat_map(|(_, held)| held);
                let affirms =
                    above.clone().any(|(above, ..)| world.is_on(*above, block) && world.is_on(word.head, *above));
                (affirms || word.range.0 <= height).then_some(affirms)
            };
            let last = world.words[world.old_words..].iter().rev().filter(|word| word.range.1 >= height).find_map(says);
            // With logs, a node with the highest ones is assumed to have all below.
            let is_below = |word: &Word| !world.is_heads && word.affirms && word.range.0 >= height;
            is_unsure || last == Some(true) || world.words[world.old_words..].iter().any(is_below)
        };
        let mut violations = Vec::new();
        for height in START + 1..=world.blocks[world.main].height {
            let block = world.at(world.main, height).unwrap();
            let held = self.held.get(&height).map(Vec::as_slice).unwrap_or_default();
            for log in 0..if world.is_heads { 1 } else { world.blocks[block].logs } {
                let is_held = held.iter().any(|one| (one.0, one.1) == (block, log));
                // A node that is behind returns fewer events, which cannot be detected.
                let denies = |word: &Word| {
                    !word.is_push
                        && (word.affirms || word.range.0 <= height)
                        && height <= word.range.1
                        && !world.is_on(word.head, block)
                };
                let is_denied = match world.is_heads {
                    true => held.iter().any(|one| is_excused(height, *one)),
                    false => world.words.iter().any(denies),
                };
                if !is_held && !self.covered.contains(&height) && !is_denied {
                    violations.push(format!("lost {block}@{height}"));
                }
            }
        }
        for (height, of_height) in held {
            for one in of_height {
                if !world.is_on(world.main, one.0) && !is_excused(*height, *one) {
                    violations.push(format!("stale {}@{height}", one.0));
                }
            }
        }
        self.violations.extend(violations);
    }
}

/// A history, the machine that follows it, and the state of a program.
struct Trial {
    world: World,
    machine: BackfillMachine,
    program: Program,
    gaps: usize,
}

impl Trial {
    fn run(seed: u64) -> Self {
        let mut world = World::new(seed);
        let most = [1, 2, 3, 5, 100][world.rng.usize(0..5)];
        let machine = BackfillMachine::new(world.is_heads, START, most);
        world.trace.push(format!("heads: {}, nodes: {}, most: {most}", world.is_heads, world.nodes.len()));
        let mut trial = Self { world, machine, program: Program::default(), gaps: 0 };
        for _ in 0..trial.world.rng.usize(20..200) {
            match trial.world.rng.bool() {
                true => trial.world.step(),
                false => drop(trial.advance()),
            }
        }
        trial.end();
        trial
    }

    /// Advances the client; returns the wait before that, or `None` if the client waits for the
    /// service.
    fn advance(&mut self) -> Option<Duration> {
        while let Some(item) = self.machine.pop() {
            self.world.trace.push(match &item {
                BackfillItem::Event(json) => format!("    out {}", json.json()),
                BackfillItem::Gap(gap) => {
                    format!("    out {:?} {:?}", gap.reason(), (gap.from_height(), gap.to_height()))
                }
            });
            self.gaps += usize::from(matches!(item, BackfillItem::Gap(_)));
            self.program.take(&self.world, &item);
        }
        if let Some(question) = self.machine.question() {
            let answer = self.world.answer(question.topic, &self.program.held);
            self.world.trace.push(format!("    ask {:?}: {}", question.topic, answer_text(&answer)));
            self.machine.answer(answer);
            return Some(question.wait);
        }
        let input = self.world.inputs.pop_front()?;
        self.world.trace.push(format!("    in {input:?}"));
        if matches!(input, Input::Cut) {
            self.world.old_words = self.world.words.len();
        }
        if let Input::Head(head) | Input::Log(head, _, false) = input {
            let height = self.world.blocks[head].height;
            self.world.words.push(Word { is_push: true, head, range: (height, height), affirms: false });
        }
        match input {
            Input::Head(block) => self.machine.push(self.world.event(block, None)),
            Input::Log(block, log, removed) => self.machine.push(self.world.event(block, Some((log, removed)))),
            Input::Cut => self.machine.gap(Gap::new(GapReason::Reconnected, None, SystemTime::UNIX_EPOCH)),
        }
        Some(Duration::ZERO)
    }

    /// Lets all nodes agree, and mines two blocks with events.
    fn end(&mut self) {
        self.world.reconnect();
        self.agree();
        for _ in 0..2 {
            self.world.main = self.world.mine(self.world.main, 1);
            self.agree();
        }
        self.program.end(&self.world);
    }

    fn agree(&mut self) {
        (0..self.world.nodes.len()).for_each(|node| self.world.update(node, 0));
        let (mut waited, mut steps) = (Duration::ZERO, 0);
        while let Some(wait) = self.advance() {
            (waited, steps) = (waited + wait, steps + 1);
            if steps > 5_000 || waited > Duration::from_secs(10) {
                return self.program.violations.push("hang".to_owned());
            }
        }
    }
}

fn answer_text(answer: &Answer) -> String {
    match answer {
        Answer::Latest(latest) => latest.to_string(),
        Answer::Events(events) => events.iter().map(|event| event.facts.id.clone()).collect::<Vec<_>>().join(", "),
        Answer::Failed(_) => "an error".to_owned(),
    }
}

#[test]
fn random_histories_keep_the_guarantee() {
    let count = if std::env::var_os("CHAINLOOM_FULL").is_some() { 100_000 } else { 3_000 };
    let first: u64 = std::env::var("CHAINLOOM_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut wrong: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let (mut gaps, mut given) = (0, 0);
    for seed in first..first + count {
        let trial = Trial::run(seed);
        (gaps, given) = (gaps + trial.gaps, given + trial.program.held.len());
        for violation in trial.program.violations {
            let kind = violation.split(' ').next().unwrap_or_default();
            wrong
                .entry(format!("{} {kind}", if trial.world.is_heads { "heads" } else { "logs" }))
                .or_insert((0, seed))
                .0 += 1;
        }
    }
    println!("{count} histories from seed {first}: {given} heights held, {gaps} gaps");
    if let Some((_, (_, seed))) = wrong.iter().next() {
        let trial = Trial::run(*seed);
        panic!(
            "{}\n{:?}\nby kind, with the first seed: {wrong:?}",
            trial.world.trace.join("\n"),
            trial.program.violations
        );
    }
}
