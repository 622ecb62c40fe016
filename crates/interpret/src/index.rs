//! The lowered items of a spec by the paths under which they are named, and the tables that are made of them.

use std::collections::HashMap;
use std::sync::OnceLock;

use chainloom_codegen::RustIdent;
use chainloom_codegen::lowered::{
    Call, Client, Crate, Deployment, Enum, FormUnion, Item, ItemPath, Record, Scalar, ServiceSchema, Start,
    Subscription, TABLES,
};
use chainloom_runtime::schema;

/// Where a table stands: the module of the tables of a file, and its name.
pub(crate) type Key = (Vec<String>, String);

/// An item that has a table.
#[derive(Clone, Copy)]
pub(crate) enum Table<'c> {
    Scalar(&'c Scalar),
    Enum(&'c Enum),
    Record(&'c Record),
    /// The union that a record with arms is.
    Arms(&'c Record),
    FormUnion(&'c FormUnion),
    Client(&'c Client),
    Service(&'c ServiceSchema),
}

/// A table that is made, or that is being made and refers to itself.
#[derive(Clone, Copy)]
pub(crate) enum Made {
    /// It is being made; whoever meets it again waits for this place.
    Begun(&'static OnceLock<schema::Type>),
    Scalar(&'static schema::Scalar),
    Enum(&'static schema::Enum),
    IntegerEnum(&'static schema::IntegerEnum),
    Record(&'static schema::Record),
    Union(&'static schema::Union),
    Client(&'static schema::Client),
    Service(&'static schema::Service),
}

/// Makes the tables, each once.
pub(crate) struct Builder<'c> {
    tables: HashMap<Key, Table<'c>>,
    pub(crate) made: HashMap<Key, Made>,
    pub(crate) items: Vec<(Vec<String>, &'c Item)>,
}

impl<'c> Builder<'c> {
    pub(crate) fn new(lowered: &'c Crate) -> Self {
        let mut builder = Self { tables: HashMap::new(), made: HashMap::new(), items: Vec::new() };
        for file in &lowered.files {
            let path = file.path.iter().map(ToString::to_string);
            let tables: Vec<String> = path.chain([TABLES.to_owned()]).collect();
            file.items.iter().chain(&file.calls).for_each(|item| builder.add(&tables, item));
        }
        builder
    }

    fn add(&mut self, module: &[String], item: &'c Item) {
        match item {
            Item::Scalar(scalar) => self.table(module, &scalar.table, Table::Scalar(scalar)),
            Item::Enum(listed) => self.table(module, &listed.table, Table::Enum(listed)),
            Item::Record(record) => self.record(module, record),
            Item::FormUnion(union) => self.table(module, &union.table, Table::FormUnion(union)),
            Item::Call(call) => self.record(module, &call.input),
            Item::Client(client) => {
                self.table(module, &client.table, Table::Client(client));
                if let Some(service) = &client.service {
                    self.table(module, &service.table, Table::Service(service));
                }
            }
            Item::Service(service) => self.table(module, &service.schema.table, Table::Service(&service.schema)),
            Item::Subscription(subscription) => self.record(module, &subscription.input),
            Item::Alias(_) | Item::Deployment(_) => {}
        }
        self.items.push((module.to_vec(), item));
    }

    fn record(&mut self, module: &[String], record: &'c Record) {
        self.table(module, &record.table, Table::Record(record));
        if let Some(arms) = &record.arms {
            self.table(module, &arms.table, Table::Arms(record));
        }
    }

    fn table(&mut self, module: &[String], name: &RustIdent, table: Table<'c>) {
        self.tables.insert((module.to_vec(), name.to_string()), table);
    }

    /// The table that a path names in a module, and where that stands.
    pub(crate) fn find(&self, module: &[String], path: &ItemPath) -> Option<(Key, Table<'c>)> {
        let Start::Up(levels) = path.start else { return None };
        let above = module.len().checked_sub(levels)?;
        let names = path.modules.iter().map(ToString::to_string);
        let key = (module[..above].iter().cloned().chain(names).collect(), path.name.to_string());
        let table = *self.tables.get(&key)?;
        Some((key, table))
    }

    pub(crate) fn calls(&self) -> Vec<(Vec<String>, &'c Call)> {
        self.all(|item| if let Item::Call(call) = item { Some(call.as_ref()) } else { None })
    }

    pub(crate) fn all_clients(&self) -> Vec<(Vec<String>, &'c Client)> {
        self.all(|item| if let Item::Client(client) = item { Some(client.as_ref()) } else { None })
    }

    pub(crate) fn all_subscriptions(&self) -> Vec<(Vec<String>, &'c Subscription)> {
        self.all(|item| if let Item::Subscription(subscription) = item { Some(subscription.as_ref()) } else { None })
    }

    pub(crate) fn all_deployments(&self) -> Vec<(Vec<String>, &'c Deployment)> {
        self.all(|item| if let Item::Deployment(deployment) = item { Some(deployment) } else { None })
    }

    fn all<T>(&self, pick: impl Fn(&'c Item) -> Option<&'c T>) -> Vec<(Vec<String>, &'c T)> {
        self.items.iter().filter_map(|(module, item)| Some((module.clone(), pick(item)?))).collect()
    }
}
