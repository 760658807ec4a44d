//! Linker arguments of extension modules: the interpreter provides its own symbols.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
