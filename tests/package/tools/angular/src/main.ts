import { Component, inject, provideZonelessChangeDetection, signal, type OnInit } from "@angular/core";
import { bootstrapApplication, Title } from "@angular/platform-browser";
import { exercise } from "./exercise.js";

@Component({ selector: "app-root", template: "<p>{{ entries() }}</p>" })
class App implements OnInit {
  readonly entries = signal("");
  readonly #title = inject(Title);

  async ngOnInit() {
    const seen = await exercise();
    Object.assign(globalThis, { seen });
    this.entries.set(Object.keys(seen).join());
    this.#title.setTitle("seen");
  }
}

await bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
