//! TLS of the connections to PostgreSQL. `sslmode=require` always verifies the certificate and its host name; other modes are
//! not encrypted.

use std::path::Path;
use std::sync::Arc;

use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The TLS of every connection. Trusted are the certificates of the PEM file `authorities`, or those of the operating system.
///
/// # Errors
/// The certificates cannot be read; the text is the cause.
pub fn connector(config: &Config, authorities: Option<&Path>) -> Result<MakeRustlsConnect, String> {
    let mut trusted = RootCertStore::empty();
    if config.get_ssl_mode() == SslMode::Require {
        match authorities {
            Some(file) => add_file(&mut trusted, file)?,
            None => {
                let system = rustls_native_certs::load_native_certs();
                trusted.add_parsable_certificates(system.certs);
            }
        }
        if trusted.is_empty() {
            return Err("no certificate of an authority is trusted: set DATABASE_CA".to_owned());
        }
    }
    let client = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(MakeRustlsConnect::new(client.with_root_certificates(trusted).with_no_client_auth()))
}

fn add_file(trusted: &mut RootCertStore, file: &Path) -> Result<(), String> {
    let failed = |error: String| format!("{} cannot be read as certificates: {error}", file.display());
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| failed(error.to_string()))? {
        let certificate = certificate.map_err(|error| failed(error.to_string()))?;
        trusted.add(certificate).map_err(|error| failed(error.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(authorities: Option<&Path>, mode: SslMode) -> Option<String> {
        let mut config = Config::new();
        config.ssl_mode(mode);
        connector(&config, authorities).err()
    }

    #[test]
    fn a_file_without_certificates_is_refused_only_if_tls_is_required() {
        let folder = tempfile::tempdir().unwrap();
        let (missing, empty) = (folder.path().join("none.pem"), folder.path().join("empty.pem"));
        std::fs::write(&empty, "no certificate").unwrap();
        assert!(fault(Some(&missing), SslMode::Require).unwrap().contains("none.pem cannot be read"));
        assert!(fault(Some(&empty), SslMode::Require).unwrap().contains("set DATABASE_CA"));
        assert_eq!(fault(Some(&missing), SslMode::Disable), None);
    }
}
