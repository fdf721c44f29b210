import type { ReactNode } from "react";

/** One chapter of the style guide. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-8 border-t border-line pt-10">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** One component of the kit, with its states side by side. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-4 text-lg">{title}</h3>
      {children}
    </section>
  );
}
