//! stub
#[derive(Debug, Clone)]
pub struct Keyword;
#[derive(Debug, Clone)]
pub struct Clause {
    pub any_of: Vec<Phrase>,
}
#[derive(Debug, Clone)]
pub struct Phrase {
    pub words: Vec<String>,
    pub prefix: bool,
}
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct KeywordError {
    pub position: usize,
    pub message: String,
}
impl Keyword {
    pub fn parse(_t: &str) -> Result<Keyword, KeywordError> {
        Ok(Keyword)
    }
    pub fn clauses(&self) -> &[Clause] {
        &[]
    }
    pub fn excluded(&self) -> &[Phrase] {
        &[]
    }
}
pub fn fold_name(t: &str) -> String {
    t.to_lowercase()
}
pub fn index_text(content: Option<&str>, _h: &[String]) -> String {
    content.unwrap_or_default().to_lowercase()
}
