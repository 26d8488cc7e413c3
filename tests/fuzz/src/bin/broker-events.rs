#![no_main]
workspace_fuzz::fuzz!(broker_events);
