"use client";

import { useEffect } from "react";
import { exercise } from "./exercise.js";

export default function Page() {
  useEffect(() => {
    exercise().then((seen) => {
      globalThis.seen = seen;
      document.title = "seen";
    });
  }, []);
  return <p>A client component.</p>;
}
