//! `#[derive(WireRead)]`: `serde::Deserialize` for the words of the wire, as small code. serde_derive writes for every
//! struct a reader of its own, with a slot per field, a reader of lists and a matcher of names; over the wire's types
//! that was a third of the module that every agent downloads (BEY-093). Here a struct gives only its table of names and
//! one assignment per field; the one reader that walks them is `core_wasm::wire::read`.
//!
//! It reads what serde's own attributes say, so that names are written once for both directions: `rename_all`, `default`
//! (a struct must have it: a missing field keeps its default) and `tag` on the type, `rename` and `flatten` on a field.
//! Anything else is refused here rather than ignored. A type that also crosses to the page says `#[wire_read(default)]`: for
//! tsify, `#[serde(default)]` would make every field optional there.

mod names;

use names::Casing;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use syn::{Attribute, Data, DataEnum, DeriveInput, Error, Fields, FieldsNamed, Ident, LitStr, Result, Type};

#[proc_macro_derive(WireRead, attributes(serde, wire_read))]
pub fn wire_read(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    let written = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => object(&input, fields),
            _ => Err(Error::new_spanned(&input.ident, "only structs with named fields are read")),
        },
        Data::Enum(data) => match Container::read(&input.attrs) {
            Ok(container) if container.tag.is_some() => tagged(&input, data, &container),
            _ => word(&input, data),
        },
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "unions are not read")),
    };
    written.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A struct: the table of its names, and what each one fills.
fn object(input: &DeriveInput, fields: &FieldsNamed) -> Result<TokenStream> {
    let name = &input.ident;
    let container = Container::read(&input.attrs)?;
    if !container.default {
        return Err(Error::new_spanned(name, "needs #[serde(default)]: a missing field keeps its default"));
    }
    let (mut names, mut arms, mut flattened) = (Vec::new(), Vec::new(), None);
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let attributes = Member::read(&field.attrs)?;
        if attributes.flatten {
            if flattened.replace((ident, &field.ty)).is_some() {
                return Err(Error::new_spanned(ident, "one flattened field is enough"));
            }
            continue;
        }
        let place = names.len();
        names.push(attributes.rename.unwrap_or_else(|| container.casing.field(&ident.to_string())));
        arms.push(quote! { #place => ::wire::read::put(&mut self.#ident, object), });
    }
    let own = names.len();
    let (all, rest) = match flattened {
        None => (quote! { &[#(#names),*] }, quote! { _ => ::wire::read::pass_over(object), }),
        Some((ident, inner)) => (
            quote! {{
                const INNER: &[&str] = <#inner as ::wire::read::Object>::NAMES;
                const ALL: [&str; #own + INNER.len()] = ::wire::read::joined(&[#(#names),*], INNER);
                &ALL
            }},
            quote! { other => ::wire::read::Object::take(&mut self.#ident, other - #own, object), },
        ),
    };
    Ok(quote! {
        impl ::wire::read::Object for #name {
            const NAMES: &'static [&'static str] = #all;

            fn take<'de, A: ::serde::de::MapAccess<'de>>(
                &mut self,
                name: usize,
                object: &mut A,
            ) -> ::std::result::Result<(), A::Error> {
                match name {
                    #(#arms)*
                    #rest
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                ::wire::read::object(deserializer)
            }
        }
    })
}

/// An enum without fields: one word each.
fn word(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let name = &input.ident;
    let container = Container::read(&input.attrs)?;
    let (mut words, mut arms) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        let Fields::Unit = variant.fields else {
            return Err(Error::new_spanned(variant, "only enums without fields are read"));
        };
        let attributes = Member::read(&variant.attrs)?;
        let (place, ident) = (words.len(), &variant.ident);
        words.push(attributes.rename.unwrap_or_else(|| container.casing.variant(&ident.to_string())));
        arms.push(quote! { #place => Self::#ident, });
    }
    // The reader gives only places of the table: the last arm takes the last word.
    let Some(last) = data.variants.last().map(|variant| &variant.ident) else {
        return Err(Error::new_spanned(name, "an enum without variants cannot be read"));
    };
    arms.pop();
    Ok(quote! {
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                ::std::result::Result::Ok(match ::wire::read::word(deserializer, &[#(#words),*])? {
                    #(#arms)*
                    _ => Self::#last,
                })
            }
        }
    })
}

/// An enum whose variant is told by a field (`tag`). The fields of all variants are read into one set of slots, and the
/// variant takes out what it needs: one reader instead of one per variant.
fn tagged(input: &DeriveInput, data: &DataEnum, container: &Container) -> Result<TokenStream> {
    let name = &input.ident;
    let mut slots: BTreeMap<String, Slot> = BTreeMap::new();
    for variant in &data.variants {
        for field in &variant.fields {
            let Some(ident) = &field.ident else {
                return Err(Error::new_spanned(variant, "fields of a tagged enum have names"));
            };
            let read = container.field_casing.field(&ident.to_string());
            let slot = slots.entry(read).or_insert_with(|| Slot { ident, types: Vec::new() });
            if !slot.types.iter().any(|ty| quote! { #ty }.to_string() == field.ty.to_token_stream().to_string()) {
                slot.types.push(&field.ty);
            }
        }
    }
    let variants = data.variants.iter().map(|variant| {
        let ident = &variant.ident;
        let word = container.casing.variant(&ident.to_string());
        let fields = variant.fields.iter().filter_map(|field| {
            let (ident, ty) = (field.ident.as_ref()?, &field.ty);
            let read = container.field_casing.field(&ident.to_string());
            let shared = slots.get(&read).is_some_and(|slot| slot.types.len() > 1);
            let convert = if shared {
                quote! { .and_then(<#ty>::from_scalar) }
            } else {
                quote! {}
            };
            Some(quote! {
                #ident: slots.#ident #convert .ok_or_else(|| ::serde::de::Error::missing_field(#read))?
            })
        });
        quote! { #word => Self::#ident { #(#fields),* }, }
    });
    let variants: Vec<TokenStream> = variants.collect();
    let declared = slots.values().map(|Slot { ident, types }| match types.as_slice() {
        [only] => quote! { #ident: ::std::option::Option<#only>, },
        _ => quote! { #ident: ::std::option::Option<::wire::read::Scalar>, },
    });
    let names: Vec<&String> = slots.keys().collect();
    let arms = slots.values().enumerate().map(|(place, Slot { ident, .. })| {
        let place = place + 1;
        quote! { #place => ::wire::read::put(&mut self.#ident, object), }
    });
    let tag = &container.tag;
    Ok(quote! {
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                use ::wire::read::FromScalar as _;

                #[derive(Default)]
                struct Slots {
                    tag_of_variant: ::std::string::String,
                    #(#declared)*
                }

                impl ::wire::read::Object for Slots {
                    const NAMES: &'static [&'static str] = &[#tag, #(#names),*];

                    fn take<'de, A: ::serde::de::MapAccess<'de>>(
                        &mut self,
                        name: usize,
                        object: &mut A,
                    ) -> ::std::result::Result<(), A::Error> {
                        match name {
                            0 => ::wire::read::put(&mut self.tag_of_variant, object),
                            #(#arms)*
                            _ => ::wire::read::pass_over(object),
                        }
                    }
                }

                let slots: Slots = ::wire::read::object(deserializer)?;
                ::std::result::Result::Ok(match slots.tag_of_variant.as_str() {
                    #(#variants)*
                    other => return ::std::result::Result::Err(::serde::de::Error::unknown_variant(other, &[])),
                })
            }
        }
    })
}

/// Where the values of one name wait for their variant; a name with two types is read as either.
struct Slot<'a> {
    ident: &'a Ident,
    types: Vec<&'a Type>,
}

/// What stands in `#[serde(…)]` on the type.
#[derive(Default)]
struct Container {
    casing: Casing,
    field_casing: Casing,
    default: bool,
    tag: Option<String>,
}

impl Container {
    fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut container = Self::default();
        let ours =
            |attribute: &&Attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("wire_read");
        for attribute in attributes.iter().filter(ours) {
            attribute.parse_nested_meta(|meta| {
                let casing = |casing: LitStr| {
                    Casing::named(&casing.value()).ok_or_else(|| Error::new_spanned(casing, "not a casing of the wire"))
                };
                if meta.path.is_ident("rename_all") {
                    container.casing = casing(meta.value()?.parse()?)?;
                } else if meta.path.is_ident("rename_all_fields") {
                    container.field_casing = casing(meta.value()?.parse()?)?;
                } else if meta.path.is_ident("tag") {
                    let tag: LitStr = meta.value()?.parse()?;
                    container.tag = Some(tag.value());
                } else if meta.path.is_ident("default") {
                    container.default = true;
                } else {
                    return Err(meta.error("WireRead does not know this"));
                }
                Ok(())
            })?;
        }
        Ok(container)
    }
}

/// What stands in `#[serde(…)]` on a field or variant.
#[derive(Default)]
struct Member {
    rename: Option<String>,
    flatten: bool,
}

impl Member {
    fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut member = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    let name: LitStr = meta.value()?.parse()?;
                    member.rename = Some(name.value());
                } else if meta.path.is_ident("flatten") {
                    member.flatten = true;
                } else if meta.path.is_ident("skip_serializing_if") {
                    // The writer's business.
                    let _: LitStr = meta.value()?.parse()?;
                } else {
                    return Err(meta.error("WireRead does not know this"));
                }
                Ok(())
            })?;
        }
        Ok(member)
    }
}
