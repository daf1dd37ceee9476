"use client";

import { useEffect } from "react";
import { exercise } from "./exercise.js";

/** Once: in development React calls each effect twice, and two would get into each other's way. */
let exercised;

export default function Page() {
  useEffect(() => {
    exercised ??= exercise();
    exercised.then((seen) => {
      globalThis.seen = seen;
      document.title = "seen";
    });
  }, []);
  return <p>A client component.</p>;
}
