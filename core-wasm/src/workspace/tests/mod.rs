//! The whole core against a scripted world, area by area. A test says what the world answers, lets the agent or the
//! customer act, and looks at what the core shows and asks for. Time is virtual; nothing here waits.

mod absence;
mod alerts;
mod bench;
mod channels;
mod chat;
mod connection;
mod contacts;
mod contract;
mod conversation;
mod counter;
mod gates;
mod jobs;
mod link;
mod media;
mod new_password;
mod notifications;
mod pauses;
mod presence;
mod properties;
mod qualification;
mod records;
mod registry;
mod reliability;
mod routes;
mod samples;
mod services;
mod session;
mod session_end;
mod shell;
mod shown;
mod storage;
mod tolerance;
mod unsent;
mod unstored;
mod words;
