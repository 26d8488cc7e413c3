//! `#[derive(FromPage)]`: reads an enum that the page writes as an object with a tag, field by field from that object.
//! It follows serde's attributes `tag` (of the enum) and `default` (of a field), which also give the enum its TypeScript type; names
//! of variants and fields are camelCase. serde's own reader of tagged enums copies the object into a buffer and needs a second reader of
//! every variant: a tenth of the module (docs/decisions/0044-room-in-the-module.md).
//!
//! `#[derive(ReadObject)]`: serde's `Deserialize` for a struct with `#[serde(default)]`, as a table of names (`object.rs`).

mod object;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Variant, parse_macro_input};

/// Implements `crate::flow::FromPage` for an enum whose variants have named fields, no field, or one unnamed field that is
/// itself read from the same object.
#[proc_macro_derive(FromPage, attributes(serde, tsify))]
pub fn from_page(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    reader_of(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `serde::Deserialize` for a struct with named fields and `#[serde(default)]`: the same as serde's derive, as
/// less code (docs/decisions/0122-structs-read-by-a-table.md). It follows serde's attributes `rename_all`, `default` and
/// `remote = "Self"` of the struct and `rename`, `deserialize_with` and `skip_deserializing` of a field; any other
/// attribute about reading is an error.
#[proc_macro_derive(ReadObject, attributes(serde, tsify))]
pub fn read_object(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    object::reader_of(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn reader_of(input: &DeriveInput) -> Result<Tokens> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "FromPage reads enums; a struct derives Deserialize"));
    };
    let name = &input.ident;
    let tag = serde_value(&input.attrs, "tag")?
        .ok_or_else(|| Error::new_spanned(name, "FromPage needs #[serde(tag = \"…\")]"))?;
    let branches = data.variants.iter().map(branch_of).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl crate::flow::FromPage for #name {
            fn from_page(object: &impl crate::flow::PageObject) -> Result<Self, crate::flow::PageFault> {
                let word: String = object.field(#tag)?;
                Ok(match word.as_str() {
                    #(#branches)*
                    _ => return Err(crate::flow::PageFault::unknown(#tag, &word)),
                })
            }
        }
    })
}

fn branch_of(variant: &Variant) -> Result<Tokens> {
    let name = &variant.ident;
    let word = camel_case(name);
    let value = match &variant.fields {
        Fields::Unit => quote!(Self::#name),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            quote!(Self::#name(crate::flow::FromPage::from_page(object)?))
        }
        Fields::Unnamed(_) => return Err(Error::new_spanned(name, "FromPage reads one unnamed field")),
        Fields::Named(fields) => {
            let reads = fields.named.iter().map(|field| {
                let name = field.ident.as_ref();
                let key = name.map(camel_case);
                let optional = has_serde_word(&field.attrs, "default")?;
                let read = if optional { quote!(field_or_default) } else { quote!(field) };
                Ok(quote!(#name: object.#read(#key)?))
            });
            let reads = reads.collect::<Result<Vec<_>>>()?;
            quote!(Self::#name { #(#reads),* })
        }
    };
    Ok(quote!(#word => #value,))
}

/// Converts `OpenJob` and `open_job` to `openJob`.
fn camel_case(name: &Ident) -> String {
    let mut text = String::new();
    let mut raised = false;
    for letter in name.to_string().chars() {
        match letter {
            '_' => raised = true,
            letter if raised => {
                text.extend(letter.to_uppercase());
                raised = false;
            }
            letter if text.is_empty() => text.extend(letter.to_lowercase()),
            letter => text.push(letter),
        }
    }
    text
}

/// The text in `#[serde(name = "text")]`.
fn serde_value(attributes: &[Attribute], name: &str) -> Result<Option<String>> {
    let mut found = None;
    each_serde_word(attributes, |word, value| {
        if word == name {
            found = value;
        }
    })?;
    Ok(found)
}

/// Whether `#[serde(name)]` exists.
fn has_serde_word(attributes: &[Attribute], name: &str) -> Result<bool> {
    let mut found = false;
    each_serde_word(attributes, |word, _| found |= word == name)?;
    Ok(found)
}

fn each_serde_word(attributes: &[Attribute], mut seen: impl FnMut(&str, Option<String>)) -> Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            let value = match meta.value() {
                Ok(value) => Some(value.parse::<LitStr>()?.value()),
                Err(_) => None,
            };
            seen(&word, value);
            Ok(())
        })?;
    }
    Ok(())
}
