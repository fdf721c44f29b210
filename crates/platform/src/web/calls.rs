//! Derives the OpenAPI description of a call from its handler's signature: parameters, body and
//! error codes. A handler with an undescribed argument does not compile.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::Arc,
};

use axum::{
    body::Bytes,
    extract::{Request, State},
    handler::Handler,
    http::{HeaderMap, Method, StatusCode},
    routing::{MethodFilter, MethodRouter},
};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        ContentBuilder, HttpMethod, Ref, RefOr, Required, Response, ResponseBuilder, Schema,
        path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, Paths},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, Type},
        security::SecurityRequirement,
    },
};
use utoipa_axum::{PathItemExt, router::UtoipaMethodRouter};

use crate::{
    app::App,
    error::{
        Code,
        codes::{BAD_REQUEST, TOO_LARGE},
    },
};

/// Whether this build can generate the OpenAPI document. The program for servers contains the
/// finished document instead, because the code of all descriptions would be a seventh of it.
pub const DESCRIBES: bool = cfg!(feature = "describe");

/// Security scheme of calls with a session.
pub const SESSION: &str = "session";
/// Security scheme of calls by a till.
pub const TILL: &str = "till";

/// API call whose description is being built.
pub struct Call {
    method: HttpMethod,
    path: String,
    operation: Operation,
    schemas: Vec<(String, RefOr<Schema>)>,
    codes: Vec<Code>,
    example: Option<serde_json::Value>,
    security: Security,
}

/// Security schemes that a call requires together.
#[derive(Default)]
struct Security {
    schemes: BTreeSet<&'static str>,
    is_optional: bool,
}

impl Call {
    /// Creates a call of a generic handler, which `utoipa`'s attribute can't describe.
    pub fn new(method: HttpMethod, path: String, tag: &str, id: String, summary: String) -> Call {
        let operation =
            OperationBuilder::new().tag(tag).operation_id(Some(id)).summary(Some(summary));
        Call {
            method,
            path,
            operation: operation.build(),
            schemas: Vec::new(),
            codes: Vec::new(),
            example: None,
            security: Security::default(),
        }
    }

    /// Adds a description beyond the summary.
    #[must_use]
    pub fn details(mut self, text: impl Into<String>) -> Call {
        self.operation.description = Some(text.into());
        self
    }

    #[must_use]
    pub fn answers<T: ToSchema>(mut self) -> Call {
        let schema = self.schema_of::<T>();
        self.answer(StatusCode::OK, Some(schema))
    }

    #[must_use]
    pub fn answers_list_of<T: ToSchema>(mut self) -> Call {
        let items = ArrayBuilder::new().items(self.schema_of::<T>());
        self.answer(StatusCode::OK, Some(items.build().into()))
    }

    #[must_use]
    pub fn answers_nothing(self) -> Call {
        self.answer(StatusCode::NO_CONTENT, None)
    }

    /// Sets an example of a valid body.
    #[must_use]
    pub fn with_example(mut self, body: serde_json::Value) -> Call {
        self.example = Some(body);
        self
    }

    /// Adds error codes that the signature does not imply.
    #[must_use]
    pub fn refuses(mut self, codes: &[Code]) -> Call {
        self.may_refuse(codes);
        self
    }

    /// Builds the route and its description.
    pub fn by<H, A, M>(mut self, handler: H) -> UtoipaMethodRouter<Arc<App>>
    where
        H: Handler<M, Arc<App>> + Signature<A>,
        M: 'static,
    {
        if DESCRIBES {
            self.take(H::describe);
        }
        let filter: MethodFilter = self.method.to_method_filter();
        let mut paths = Paths::new();
        let Call { path, method, operation, schemas, .. } = self;
        paths.add_path_operation(path, vec![method], operation);
        (schemas, paths, MethodRouter::new().on(filter, handler))
    }

    fn answer(mut self, status: StatusCode, schema: Option<RefOr<Schema>>) -> Call {
        let mut response = ResponseBuilder::new();
        if let Some(schema) = schema {
            let content = ContentBuilder::new().schema(Some(schema)).build();
            response = response.content("application/json", content);
        }
        let responses = &mut self.operation.responses.responses;
        responses.insert(status.as_str().to_owned(), response.build().into());
        self
    }

    fn schema_of<T: ToSchema>(&mut self) -> RefOr<Schema> {
        if !DESCRIBES {
            return Ref::from_schema_name(T::name()).into();
        }
        T::schemas(&mut self.schemas);
        self.add_schema(T::name().into_owned(), T::schema())
    }

    fn add_schema(&mut self, name: String, schema: RefOr<Schema>) -> RefOr<Schema> {
        let reference = Ref::from_schema_name(&name).into();
        self.schemas.push((name, schema));
        reference
    }

    fn take(&mut self, describe: fn(&mut Call)) {
        let path = self.path.clone();
        // The route template already defines path parameters; only those with more detail are kept.
        if let Some(all) = &mut self.operation.parameters {
            all.retain(|one| {
                !matches!(one, RefOr::T(one)
                    if one.parameter_in == ParameterIn::Path && one.description.is_none())
            });
        }
        for name in path.split(['{', '}']).skip(1).step_by(2) {
            let text = ObjectBuilder::new().schema_type(Type::String).build();
            let in_path = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
            self.parameter(in_path.required(Required::True).schema(Some(text)).build());
        }
        describe(self);
        self.list_codes();
        self.list_security();
    }

    /// Adds a response for each error status, with its possible codes.
    fn list_codes(&mut self) {
        let mut by_status: BTreeMap<u16, BTreeSet<&str>> = BTreeMap::new();
        for code in &self.codes {
            by_status.entry(code.status().as_u16()).or_default().insert(code.word());
        }
        for (status, words) in by_status {
            let response = refusal(&Vec::from_iter(words).join(", ")).into();
            self.operation.responses.responses.insert(status.to_string(), response);
        }
    }

    fn list_security(&mut self) {
        if self.security.schemes.is_empty() {
            return;
        }
        let none = Vec::<String>::new;
        let needed = self.security.schemes.iter();
        let needed = needed.fold(SecurityRequirement::default(), |all, one| all.add(*one, none()));
        let anonymous = self.security.is_optional.then(SecurityRequirement::default);
        self.operation.security = Some([needed].into_iter().chain(anonymous).collect());
    }

    /// Requires a security scheme.
    pub fn needs(&mut self, scheme: &'static str) {
        self.security.schemes.insert(scheme);
    }

    /// Describes a handler argument that callers may leave out. If this argument requires a session
    /// or a till, and no argument before it does, the session or till is described as optional.
    pub fn optionally(&mut self, describe: impl FnOnce(&mut Call)) {
        let is_anonymous = self.security.schemes.is_empty();
        describe(self);
        self.security.is_optional |= is_anonymous && !self.security.schemes.is_empty();
    }

    /// Adds error codes that the call may return.
    pub fn may_refuse(&mut self, codes: &[Code]) {
        self.codes.extend(codes);
    }

    /// Adds a parameter that the attribute does not describe.
    fn parameter(&mut self, parameter: Parameter) {
        let all = self.operation.parameters.get_or_insert_default();
        let is_same = |one: &RefOr<Parameter>| matches!(one, RefOr::T(one) if one.name == parameter.name && one.parameter_in == parameter.parameter_in);
        if !all.iter().any(is_same) {
            all.push(parameter.into());
        }
    }

    pub fn takes_parameters<T: IntoParams>(&mut self) {
        self.add_parameters(T::into_params(|| Some(ParameterIn::Query)));
    }

    fn add_parameters(&mut self, parameters: Vec<Parameter>) {
        parameters.into_iter().for_each(|parameter| self.parameter(parameter));
    }

    pub fn takes_header(&mut self, name: &str, about: &str) {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let header = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Header);
        let header = header.required(Required::False).description(Some(about));
        self.parameter(header.schema(Some(text)).build());
    }

    pub fn answers_without_body(&mut self, status: StatusCode, about: &str) {
        let response = ResponseBuilder::new().description(about).build();
        self.operation.responses.responses.insert(status.as_str().to_owned(), response.into());
    }

    pub fn takes_body<T: ToSchema>(&mut self, required: Required) {
        let schema = self.schema_of::<T>();
        self.set_body(schema, required);
    }

    fn set_body(&mut self, schema: RefOr<Schema>, required: Required) {
        let content =
            ContentBuilder::new().schema(Some(schema)).example(self.example.take()).build();
        let body = RequestBodyBuilder::new().content("application/json", content);
        self.operation.request_body = Some(body.required(Some(required)).build().into());
    }
}

/// Builds the error response for these codes. The document shares it between calls.
fn refusal(codes: &str) -> Response {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(codes).content("application/json", content).build()
}

/// Adds the description implied by the handler's signature, and the call's own error codes.
pub fn described<H: Signature<A>, A>(
    route: UtoipaMethodRouter<Arc<App>>,
    _: H,
    codes: &[Code],
) -> UtoipaMethodRouter<Arc<App>> {
    described_by(H::describe, route, codes)
}

/// The part of [`described`] that is compiled once and not for each handler.
fn described_by(
    describe: fn(&mut Call),
    (mut schemas, paths, router): UtoipaMethodRouter<Arc<App>>,
    codes: &[Code],
) -> UtoipaMethodRouter<Arc<App>> {
    let mut described = Paths::new();
    for (path, item) in paths.paths {
        let operations = [
            (HttpMethod::Get, item.get),
            (HttpMethod::Post, item.post),
            (HttpMethod::Put, item.put),
            (HttpMethod::Delete, item.delete),
        ];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            let mut call = Call {
                method,
                path: path.clone(),
                operation,
                schemas,
                codes: codes.to_vec(),
                example: None,
                security: Security::default(),
            };
            call.take(describe);
            schemas = call.schemas;
            described.add_path_operation(path.clone(), vec![call.method], call.operation);
        }
    }
    (schemas, described, router)
}

/// Returns the route of a handler without its description, for builds that don't describe calls.
pub fn bare<H, M, A>(
    path: String,
    methods: Vec<HttpMethod>,
    handler: H,
) -> UtoipaMethodRouter<Arc<App>>
where
    H: Handler<M, Arc<App>> + Signature<A>,
    M: 'static,
{
    let filters = methods.iter().map(|method| method.to_method_filter());
    let router =
        filters.fold(MethodRouter::new(), |router, filter| router.on(filter, handler.clone()));
    let mut paths = Paths::new();
    paths.add_path_operation(path, methods, Operation::default());
    (Vec::new(), paths, router)
}

/// Merges routes of one path.
pub fn merged<const N: usize>(
    routes: [UtoipaMethodRouter<Arc<App>>; N],
) -> UtoipaMethodRouter<Arc<App>> {
    let mut all = (Vec::new(), Paths::new(), MethodRouter::new());
    for (schemas, paths, router) in routes {
        all.0.extend(schemas);
        all.1.merge(paths);
        all.2 = all.2.merge(router);
    }
    all
}

/// Builds the routes of handlers described by `utoipa::path`. Error codes beyond the signature
/// follow a colon: first a list of codes in brackets, then single codes.
#[macro_export]
macro_rules! routes {
    ($($handler:ident $(: $([$list:ident])? $($code:ident)*)?),+ $(,)?) => {
        $crate::web::calls::merged([$(
            if $crate::web::calls::DESCRIBES {
                $crate::web::calls::described(
                    utoipa_axum::routes!($handler),
                    $handler,
                    &[&[] as &[$crate::error::Code], $($($list,)? &[$($code),*])?].concat(),
                )
            } else {
                utoipa_axum::paste! {
                    $crate::web::calls::bare(
                        <[<__path_ $handler>] as utoipa::Path>::path(),
                        <[<__path_ $handler>] as utoipa::Path>::methods(),
                        $handler,
                    )
                }
            }
        ),+])
    };
}

pub use routes;

/// Handler argument that describes its part of the call.
pub trait Described {
    fn describe(call: &mut Call);
}

macro_rules! says_nothing {
    ($($name:ty),+) => {$(
        impl Described for $name {
            fn describe(_: &mut Call) {}
        }
    )+};
}

says_nothing!(State<Arc<App>>, HeaderMap, Method);

impl Described for Bytes {
    fn describe(call: &mut Call) {
        call.may_refuse(&[BAD_REQUEST, TOO_LARGE]);
    }
}

impl Described for Request {
    fn describe(call: &mut Call) {
        Bytes::describe(call);
    }
}

/// Signature of a handler, whose arguments together describe the call.
pub trait Signature<A> {
    fn describe(call: &mut Call);
}

macro_rules! signatures {
    ($($($name:ident)*;)+) => {$(
        impl<Handling, Reply, $($name,)*> Signature<($($name,)*)> for Handling
        where
            Handling: Fn($($name),*) -> Reply,
            Reply: Future,
            $($name: Described,)*
        {
            fn describe(call: &mut Call) {
                $($name::describe(call);)*
            }
        }
    )+};
}

signatures! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
