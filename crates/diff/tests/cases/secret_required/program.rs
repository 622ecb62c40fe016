pub fn program(builder: api::library::Builder) -> api::library::Builder {
    builder.card("7")
}
