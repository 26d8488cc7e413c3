#![no_main]
workspace_fuzz::fuzz!(rest_answers);
