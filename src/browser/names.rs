//! Names of parameters as the API writes them, and of options as JavaScript does.

/// `minLikes` as the API writes it: `min_likes`.
pub(super) fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `min_likes` as JavaScript writes it: `minLikes`. Other text stays as it is.
pub(super) fn camel_case(text: &str) -> String {
    let mut camel = String::with_capacity(text.len());
    let mut after = false;
    for c in text.chars() {
        match c {
            '_' => after = true,
            _ if after => {
                camel.push(c.to_ascii_uppercase());
                after = false;
            }
            _ => camel.push(c),
        }
    }
    camel
}
