#![no_main]
workspace_fuzz::fuzz!(server_bodies);
