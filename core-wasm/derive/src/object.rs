//! `#[derive(ReadObject)]`. serde's own derive keeps each field of a struct in a variable of its own until the object ends,
//! with code for a second value, a missing one and the release of all others after an error: some 250 bytes for each field.
//! Here the object is read into a value that has the defaults, field by field, by one function for all structs; a struct
//! gives its table of names and one call for each field.

use crate::camel_case;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, Ident, LitStr, Path, Result};

/// What the attributes of the struct say.
#[derive(Default)]
struct ObjectAttributes {
    has_default: bool,
    is_remote: bool,
    casing: Casing,
}

/// How the names on the wire follow from the names of the fields.
#[derive(Clone, Copy, Default)]
enum Casing {
    #[default]
    Same,
    Camel,
    Upper,
}

impl Casing {
    fn named(literal: &LitStr) -> Result<Self> {
        match literal.value().as_str() {
            "camelCase" => Ok(Self::Camel),
            "snake_case" | "lowercase" => Ok(Self::Same),
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Ok(Self::Upper),
            _ => Err(Error::new_spanned(literal, "ReadObject does not know this casing of fields")),
        }
    }

    fn of(self, name: &Ident) -> String {
        match self {
            Self::Same => name.to_string(),
            Self::Camel => camel_case(name),
            Self::Upper => name.to_string().to_uppercase(),
        }
    }
}

/// What the attributes of a field say.
#[derive(Default)]
struct FieldAttributes {
    name: Option<String>,
    read: Option<Path>,
    is_skipped: bool,
}

pub(crate) fn reader_of(input: &DeriveInput) -> Result<Tokens> {
    let name = &input.ident;
    let unfit = || Error::new_spanned(name, "ReadObject reads structs with named fields and without generics");
    let Data::Struct(data) = &input.data else { return Err(unfit()) };
    let Fields::Named(fields) = &data.fields else { return Err(unfit()) };
    if !input.generics.params.is_empty() {
        return Err(unfit());
    }
    let attributes = object_attributes(&input.attrs)?;
    if !attributes.has_default {
        return Err(Error::new_spanned(name, "ReadObject needs #[serde(default)]: a missing field has its default"));
    }
    let mut names = Vec::new();
    let mut branches = Vec::new();
    for field in &fields.named {
        let read = field_attributes(&field.attrs)?;
        let Some(ident) = field.ident.as_ref().filter(|_| !read.is_skipped) else { continue };
        let place = names.len();
        names.push(read.name.unwrap_or_else(|| attributes.casing.of(ident)));
        let put = put_of(field, ident, read.read.as_ref());
        branches.push(quote!(#place => #put,));
    }
    let function = quote! {
        fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
            ::wire::object::read(deserializer)
        }
    };
    // A struct with `remote` has its reader beside an implementation of the trait (`flat_struct!`).
    let reader = if attributes.is_remote {
        let function = quote! {
            fn deserialize<'de, D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                ::wire::object::read(deserializer)
            }
        };
        quote!(impl #name { #function })
    } else {
        quote!(impl<'de> ::serde::Deserialize<'de> for #name { #function })
    };
    Ok(quote! {
        impl ::wire::object::Object for #name {
            const NAMES: &'static [&'static str] = &[#(#names),*];

            fn take<'de, A: ::serde::de::MapAccess<'de>>(
                &mut self,
                place: usize,
                object: &mut A,
            ) -> ::std::result::Result<(), A::Error> {
                match place {
                    #(#branches)*
                    _ => ::wire::object::skip(object),
                }
            }
        }

        #reader
    })
}

fn put_of(field: &Field, ident: &Ident, read: Option<&Path>) -> Tokens {
    let ty = &field.ty;
    match read {
        None => quote!(::wire::object::put(&mut self.#ident, object)),
        Some(read) => quote! {{
            struct Field;

            impl<'de> ::serde::de::DeserializeSeed<'de> for Field {
                type Value = #ty;

                fn deserialize<D: ::serde::Deserializer<'de>>(
                    self,
                    deserializer: D,
                ) -> ::std::result::Result<#ty, D::Error> {
                    #read(deserializer)
                }
            }

            ::wire::object::put_with(&mut self.#ident, object, Field)
        }},
    }
}

fn object_attributes(attributes: &[Attribute]) -> Result<ObjectAttributes> {
    let mut found = ObjectAttributes::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("default") && meta.input.is_empty() | meta.input.peek(syn::Token![,]) {
                found.has_default = true;
            } else if meta.path.is_ident("remote") {
                let of: LitStr = meta.value()?.parse()?;
                found.is_remote = of.value() == "Self";
            } else if meta.path.is_ident("rename_all") {
                found.casing = Casing::named(&meta.value()?.parse()?)?;
            } else {
                return Err(meta.error("ReadObject does not know this attribute"));
            }
            Ok(())
        })?;
    }
    Ok(found)
}

fn field_attributes(attributes: &[Attribute]) -> Result<FieldAttributes> {
    let mut found = FieldAttributes::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                let name: LitStr = meta.value()?.parse()?;
                found.name = Some(name.value());
            } else if meta.path.is_ident("deserialize_with") {
                let read: LitStr = meta.value()?.parse()?;
                found.read = Some(read.parse()?);
            } else if meta.path.is_ident("skip") || meta.path.is_ident("skip_deserializing") {
                found.is_skipped = true;
            } else if meta.path.is_ident("skip_serializing_if") || meta.path.is_ident("serialize_with") {
                let _: LitStr = meta.value()?.parse()?;
            } else if !meta.path.is_ident("flatten") {
                return Err(meta.error("ReadObject does not know this attribute"));
            }
            Ok(())
        })?;
    }
    let is_flattened = attributes.iter().any(is_flatten);
    if is_flattened && !found.is_skipped {
        let about = attributes.iter().find(|attribute| is_flatten(attribute));
        return Err(Error::new_spanned(about, "ReadObject reads a flattened field by flat_struct! only"));
    }
    Ok(found)
}

fn is_flatten(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("serde") {
        // The attributes were parsed before.
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("flatten");
            if let Ok(value) = meta.value() {
                let _: LitStr = value.parse()?;
            }
            Ok(())
        });
    }
    found
}
