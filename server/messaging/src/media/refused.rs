//! Endings of files that are refused whatever they contain.
//!
//! Refused are files that a system runs, installs, mounts or follows to another computer when a person opens them, and that no
//! conversation needs. The file would be harmless under another ending, but a customer could ask the agent to rename it.
//!
//! Other endings that are not in the list of types are not refused: the file is saved with `.txt`, `.bin` or the ending of its type
//! behind its name. This includes endings of files that only show something, and that customers do send: `html`, `htm`, `xhtml`,
//! `svg`, `mht`, `mhtml`, `xml`, and `eml`, a mail as an attachment.
//!
//! Most endings of Windows are from Microsoft's list "Blocked attachments in Outlook".

/// Endings that are refused, each once, without their dot, in lower case.
pub(super) const REFUSED: &[&[&str]] = &[
    // Programs, their parts and installers of Windows.
    &["appinstaller", "appx", "appxbundle", "com", "cpl", "dll", "exe", "gadget", "msi", "msix", "msixbundle", "msp"],
    &["mst", "msu", "ocx", "pif", "scr", "sys", "vsix", "xbap"],
    // Scripts of Windows, and settings that contain commands.
    &["bas", "bat", "cmd", "hta", "inf", "ins", "isp", "js", "jse", "reg", "sct", "shb", "shs", "vb", "vbe", "vbs"],
    &["ws", "wsb", "wsc", "wsf", "wsh", "msh", "msh1", "msh1xml", "msh2", "msh2xml", "mshxml"],
    &["ps1", "ps1xml", "ps2", "ps2xml", "psc1", "psc2", "psd1", "psdm1", "psm1"],
    // Links, and files that open a connection, a console or a system setting. No picture or text needs these endings.
    &["application", "appref-ms", "diagcab", "fileloc", "ica", "inetloc", "jnlp", "library-ms", "lnk", "msc", "rdp"],
    &["scf", "search-ms", "searchconnector-ms", "settingcontent-ms", "theme", "themepack", "deskthemepack", "udl"],
    &["url", "webloc", "webpnp", "website", "xnk", "mobileconfig"],
    // Help files run scripts.
    &["chm", "hlp"],
    // Documents that exist only to contain macros, databases with code, add-ins, notebooks with embedded programs.
    &[
        "docm", "dotm", "potm", "ppa", "ppam", "ppsm", "pptm", "sldm", "wll", "xla", "xlam", "xll", "xlm", "xlsb",
        "xlsm",
    ],
    &[
        "xltm", "accda", "accdb", "accde", "accdr", "ade", "adp", "mda", "mdb", "mde", "mdt", "mdw", "mdz", "one",
        "onepkg",
    ],
    &["mad", "maf", "mag", "mam", "maq", "mar", "mas", "mat", "mau", "mav", "maw", "vsmacros"],
    // Tables that fetch their cells from another computer, or contain formulas that run programs.
    &["iqy", "odc", "oqy", "dqy", "rqy", "slk"],
    // Disk images: files inside lose the mark that they came from the internet.
    &["dmg", "img", "iso", "vhd", "vhdx"],
    // Programs of Android, iOS, Java, Flash and browsers.
    &["aab", "apk", "apks", "xapk", "dex", "ipa", "class", "jar", "war", "swf", "crx", "xpi"],
    // Programs, scripts and installers of macOS.
    &["action", "app", "applescript", "command", "mpkg", "pkg", "prefpane", "scpt", "scptd", "terminal", "workflow"],
    // Programs, scripts and installers of Linux.
    &["appimage", "bash", "csh", "deb", "desktop", "flatpak", "flatpakref", "ksh", "rpm", "run", "sh", "snap", "zsh"],
    // Scripts of languages whose installers make a double click run them.
    &["pl", "py", "pyc", "pyo", "pyw", "pyz", "pyzw", "rb"],
];

/// Folders that macOS runs or installs as if they were files.
const BUNDLES: &[&str] = &["action", "app", "mpkg", "pkg", "prefpane", "workflow"];

/// Files with this ending are refused.
pub(super) fn is_refused(ending: &str) -> bool {
    REFUSED.iter().any(|endings| endings.contains(&ending))
}

/// Folders with this ending are refused inside archives.
pub(super) fn is_bundle(ending: &str) -> bool {
    BUNDLES.contains(&ending)
}
