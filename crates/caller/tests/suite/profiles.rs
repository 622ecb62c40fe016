//! Profiles: which layer wins, what a file may hold, and what is not shown.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use chainloom_caller::{Caller, Class, ClientProfile, Profile, Profiles, Secret, from_environment};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;

const SPEC: &str = r#"
chainloom: 1
doc: Books.
client:
  baseUrl: "{libraryUrl}"
  vars: { libraryUrl: { doc: The base URL. } }
  auth: { apiKey: { header: x-key, optional: true, doc: The key. } }
operations:
  countBooks: { doc: Counts the books., get: /count, response: uint64, examples: [{ request: {}, response: 5 }] }
"#;

/// Spec of the library with whole URLs.
const TOWN: &str = r#"
chainloom: 1
doc: A town.
deployment: { endpoints: { library: ["https://town.example/api", "https://second.example/{libraryUrl}"] } }
"#;

fn api() -> Api {
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let files = vec![file("library.yaml", SPEC), file("deployments/town.yaml", TOWN)];
    let sources = read_sources("spec", files).unwrap();
    Api::load(&sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)))
}

fn read(text: &str) -> Result<Profiles, chainloom_caller::Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profiles.toml");
    std::fs::write(&path, text).unwrap();
    Profiles::read(&path)
}

#[test]
fn the_file_of_the_documentation_is_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command-line.md");
    let page = std::fs::read_to_string(page).unwrap();
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let profiles = read(text).unwrap();
    assert_eq!(profiles.clone().get(None).unwrap().timeout, Some(Duration::from_secs(10)));
    let work = profiles.get(Some("work")).unwrap();
    assert_eq!(work.clients["data"].secrets["apiKey"], Secret::File { file: "~/.keys/data".into() });
    assert_eq!(work.vars["chain"], "C");
}

#[test]
fn what_is_nearer_wins() {
    let of_url = |url: &str| Profile { url: Some(url.to_owned()), ..Profile::default() };
    let client = ClientProfile { url: Some("http://client".to_owned()), ..ClientProfile::default() };
    let file = Profile {
        timeout: Some(Duration::from_secs(1)),
        clients: [("library".to_owned(), client)].into(),
        ..of_url("http://file")
    };
    let merged = of_url("http://flag").or(file.clone());
    assert_eq!((merged.url.as_deref(), merged.timeout), (Some("http://flag"), Some(Duration::from_secs(1))));
    assert_eq!(merged.clients["library"].url, None, "the flag is nearer than the client of the file");
    let deployment = Profile { deployment: Some("test".to_owned()), ..Profile::default() };
    assert_eq!(deployment.or(file.clone()).url, None, "a deployment leads elsewhere");
    assert_eq!(Profile::default().or(file.clone()), file);
}

#[test]
fn whole_urls_of_services_are_those_of_the_nearest_layer_that_says_where_calls_go() {
    let file = "[profiles.a.endpoints]\nlibrary = [\"https://one.example/K\", { env = \"SECOND\" }]\n\
                [profiles.b.endpoints]\nlibrary = { file = \"/url\" }";
    let profiles = read(file).unwrap();
    let first = profiles.clone().get(Some("a")).unwrap();
    let urls = [Secret::Text("https://one.example/K".to_owned()), Secret::Env { env: "SECOND".to_owned() }];
    assert_eq!(first.endpoints["library"], urls);
    assert_eq!(profiles.get(Some("b")).unwrap().endpoints["library"], [Secret::File { file: "/url".into() }]);
    let flag = |url: &str| Profile {
        endpoints: [("library".to_owned(), vec![Secret::Text(url.to_owned())])].into(),
        ..Profile::default()
    };
    let flagged = flag("https://flag.example").or(first.clone());
    assert_eq!(flagged.endpoints["library"], [Secret::Text("https://flag.example".to_owned())]);
    let other = Profile { url: Some("http://h".to_owned()), ..Profile::default() }.or(first);
    assert!(other.endpoints.is_empty(), "a base URL leads elsewhere");
    assert!(!format!("{flagged:?}").contains("flag.example"));
    let error =
        Caller::new(api(), Profile { endpoints: [("librari".to_owned(), vec![])].into(), ..Profile::default() });
    assert_eq!(error.unwrap_err().texts(), ["there is no service `librari`; did you mean `library`?"]);
}

#[test]
fn a_whole_url_stands_for_the_base_url_and_is_not_shown() {
    let caller = |url: Secret| {
        let profile = Profile { endpoints: [("library".to_owned(), vec![url])].into(), ..Profile::default() };
        Caller::new(api(), profile).unwrap()
    };
    let whole = caller(Secret::Text("https://one.example/v3/KEY".to_owned()));
    let shown = whole.prepare("library.countBooks").unwrap().dry_run().unwrap().to_string();
    assert!(shown.starts_with("GET https://one.example$LIBRARY_URL_KEY/count\n"), "{shown}");
    assert_eq!(whole.redactor().text("at /v3/KEY".to_owned()), "at [secret]");
    for (url, told) in [
        (Secret::Env { env: "NO_SUCH_VARIABLE".to_owned() }, "the endpoint of the service `library`: the environment"),
        (Secret::Text("one.example/v3/KEY".to_owned()), "the URL of the service `library` is no URL"),
    ] {
        let error = caller(url).prepare("library.countBooks").unwrap().dry_run().unwrap_err();
        assert!(error.texts()[0].contains(told) && !error.texts()[0].contains("KEY"), "{error}");
        assert_eq!(error.class(), Class::Setup);
    }
}

#[test]
fn a_deployment_of_the_spec_has_whole_urls() {
    let dry_run = |profile: Profile| {
        let caller = Caller::new(api(), profile).unwrap();
        caller.prepare("library.countBooks").unwrap().dry_run().map(|request| request.url())
    };
    let town = || Profile { deployment: Some("town".to_owned()), ..Profile::default() };
    assert_eq!(dry_run(town()).unwrap(), "https://town.example/api/count");
    let own = Profile { url: Some("http://own.example".to_owned()), ..town() };
    assert_eq!(dry_run(own).unwrap(), "http://own.example/count");
}

#[test]
fn the_environment_has_secrets_by_the_names_of_dry_runs() {
    let env = |name: &str| (name == "LIBRARY_API_KEY").then(|| OsString::from("hush-hush-42"));
    let profile = from_environment(&api(), &env);
    assert_eq!(profile.clients["library"].secrets["apiKey"], Secret::Text("hush-hush-42".to_owned()));
    assert!(!format!("{profile:?}").contains("hush"));
}

#[test]
fn wrong_files_are_refused_without_their_values() {
    for (text, told) in [
        ("[profiles.a]\nurl = 5", "line 2"),
        ("[profiles.a]\nuri = \"x\"", "uri"),
        ("[profiles.a]\ntimeout = \"soon\"", "10s"),
        ("[profiles.a.clients.b.secrets]\nkey = { fil = \"hush-hush\" }", "a text"),
        ("[profiles.a.clients.b.secrets]\nkey = hush-hush", "line 2"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.class(), Class::Setup);
        assert!(error.to_string().contains(told) && !error.to_string().contains("hush"), "{error}");
    }
    let error = read("[profiles.a]").unwrap().get(Some("b")).unwrap_err();
    assert!(error.to_string().contains("there are: `a`"), "{error}");
    assert_eq!(Profiles::read(Path::new("/nonexistent/profiles.toml")).unwrap(), Profiles::default());
}

#[test]
fn all_unknown_names_are_reported_at_once() {
    let client = ClientProfile {
        secrets: [("apiKy".to_owned(), Secret::Text("x".to_owned()))].into(),
        servers: [("upload".to_owned(), "http://x".to_owned())].into(),
        ..ClientProfile::default()
    };
    let clients = [("library".to_owned(), client), ("other".to_owned(), ClientProfile::default())];
    let vars = [("libraryUri".to_owned(), "x".to_owned())];
    let profile = Profile {
        deployment: Some("test".to_owned()),
        clients: clients.into(),
        vars: vars.into(),
        ..Profile::default()
    };
    let error = Caller::new(api(), profile).unwrap_err();
    assert_eq!(error.texts().len(), 5, "{error}");
    assert!(error.to_string().contains("did you mean `apiKey`?"), "{error}");
}

/// Files that other users can reach are reported: files of profiles with secrets, and files of secrets.
#[cfg(unix)]
#[test]
fn files_that_others_can_reach_are_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profiles.toml");
    let told = |text: &str, mode: u32| {
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        let profiles = Profiles::read(&path).unwrap();
        profiles.exposure(&path).unwrap_or_default()
    };
    let secret = "[profiles.a.clients.library.secrets]\napiKey = \"hush-hush-42\"";
    let login = "[profiles.a]\nurl = \"http://me:pass@h\"";
    let query = "[profiles.a]\nurl = \"http://h/?apikey=hush\"";
    let header = "[profiles.a.clients.library.headers]\nx = \"own-key-1\"";
    let none = "[profiles.a]\nurl = \"http://h\"\n[profiles.a.clients.library.secrets]\napiKey = { env = \"KEY\" }";
    for text in [secret, login, query, header] {
        assert!(told(text, 0o644).contains("other users can read `") && told(text, 0o640).contains("chmod go-rwx"));
        assert!(told(text, 0o666).contains("other users can write `") && told(text, 0o600).is_empty());
    }
    assert!(told(none, 0o644).is_empty() && told(none, 0o622).contains("which says where keys are sent"));
    // The files that it names are looked at, too.
    std::fs::write(folder.path().join("key"), "hush-hush-42").unwrap();
    let key = folder.path().join("key");
    let text = format!("[profiles.a.clients.library.secrets]\napiKey = {{ file = {key:?} }}");
    let profile = read(&text).unwrap().get(Some("a")).unwrap();
    for (mode, count) in [(0o604, 1), (0o600, 0)] {
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(profile.exposures().len(), count);
    }
    // So are their folders.
    for (mode, count) in [(0o777, 1), (0o1777, 0), (0o700, 0)] {
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).unwrap();
        let told = profile.exposures();
        assert!(told.len() == count && told.iter().all(|text| text.contains("other users can replace `")), "{told:?}");
    }
}
