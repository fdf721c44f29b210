// A user's display settings of a list on this device: visible columns and row spacing.
import { useState } from "react";
import { localText } from "@/lib/storage";

interface View {
  hidden: readonly string[];
  isDense: boolean;
}

const DEFAULT_VIEW: View = { hidden: [], isDense: true };

function isView(value: unknown): value is View {
  return (
    value instanceof Object &&
    "isDense" in value &&
    typeof value.isDense === "boolean" &&
    "hidden" in value &&
    Array.isArray(value.hidden)
  );
}

function read(text: string | null): View {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isView(value) ? value : DEFAULT_VIEW;
  } catch {
    return DEFAULT_VIEW;
  }
}

export function useView(name: string) {
  const stored = localText(`view.${name}`);
  const [view, setView] = useState(() => read(stored.read()));
  const change = (part: Partial<View>) => {
    const next = { ...view, ...part };
    setView(next);
    stored.write(JSON.stringify(next));
  };
  return { ...view, change };
}

export type TableView = ReturnType<typeof useView>;
