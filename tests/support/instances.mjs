// Remembers the memory of each module of WebAssembly that is started after this was imported.

const exported = [];

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(Instance, args) {
    const instance = new Instance(...args);
    exported.push(instance.exports);
    return instance;
  },
});

export const memories = () => exported.map(({ memory }) => memory).filter(Boolean);
