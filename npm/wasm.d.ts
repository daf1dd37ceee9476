/**
 * The package's WebAssembly module, for `init`: as a bundler imports it, an address or a compiled module.
 * Most don't need it, because the package finds its module by itself.
 */
declare const module: string | WebAssembly.Module;
export default module;
