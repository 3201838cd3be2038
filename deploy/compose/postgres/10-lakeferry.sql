-- The local profile's role and catalog; `lake init` makes the rest.
CREATE ROLE insights LOGIN CREATEDB PASSWORD 'insights';
CREATE DATABASE ducklake OWNER insights;
