//! A call to the service.

/// A call: the parts of it that handlers look at.
#[derive(Debug, Clone, Default)]
pub struct Call<'a> {
    /// The method, in capitals.
    pub method: &'a str,
    /// The path, still percent-encoded.
    pub path: &'a str,
    /// What follows `?`, still percent-encoded. Empty if there is nothing.
    pub query: &'a str,
    /// Whether it came by https.
    pub https: bool,
    /// The host and port of its `Host`.
    pub host: &'a str,
    /// The IP address that it came from.
    pub client: String,
    /// `Authorization`
    pub authorization: Option<String>,
    /// `X-API-Token`
    pub api_token: Option<String>,
    /// `Accept`
    pub accept: Option<String>,
    /// `If-None-Match`
    pub if_none_match: Option<String>,
    /// `X-Request-Id`
    pub request_id: Option<String>,
    /// `Idempotency-Key`
    pub idempotency_key: Option<String>,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// `Content-Encoding`
    pub content_encoding: Option<String>,
    /// Headers that hardly any call of the public API needs.
    pub private: PrivateHeaders,
}

/// Headers that the public API does not look at, except for `Origin`.
#[derive(Debug, Clone, Default)]
pub struct PrivateHeaders {
    /// `Cookie`
    pub cookie: Option<String>,
    /// `Origin`, also of calls of the public API with a browser token.
    pub origin: Option<String>,
    /// `Sec-Fetch-Site`
    pub fetch_site: Option<String>,
    /// `Stripe-Signature`
    pub stripe_signature: Option<String>,
    /// `Cf-Access-Jwt-Assertion`
    pub access: Option<String>,
    /// Those of the Model Context Protocol.
    pub protocol: ProtocolHeaders,
}

/// The headers in which messages of the Model Context Protocol repeat parts of their bodies.
#[derive(Debug, Clone, Default)]
pub struct ProtocolHeaders {
    /// `MCP-Protocol-Version`
    pub version: Option<String>,
    /// `Mcp-Method`
    pub method: Option<String>,
    /// `Mcp-Name`
    pub name: Option<String>,
}
