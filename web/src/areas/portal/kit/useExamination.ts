// Runs the checks of the server, each group by a call of its own, so that a slow group hides no other.
import { useState } from "react";
import { call } from "@/api/client";
import type { components } from "@/api/schema.d";
import { errorText } from "@/api/error";
import { m } from "@/i18n";

export type Finding = components["schemas"]["DoctorFinding"];

/** Groups of checks in the order in which they are shown, with their names. */
export const parts = {
  settings: m.system_part_settings,
  database: m.system_part_database,
  mail: m.system_part_mail,
  domains: m.system_part_domains,
  addresses: m.system_part_addresses,
  operations: m.system_part_operations,
  gateway: m.system_part_gateway,
  webhooks: m.system_part_webhooks,
  storage: m.system_part_storage,
  safeguards: m.system_part_safeguards,
};

export type Part = keyof typeof parts;

export const allParts = Object.keys(parts) as Part[];

/** Results of a group, or the reason why there are none. */
export type Result = { findings: readonly Finding[] } | { problem: string };

async function examine(part: Part): Promise<Result> {
  try {
    return await call("post", "/api/v1/System/checks/{part}", { path: { part } });
  } catch (error) {
    return { problem: errorText(error) ?? m.common_error_connection() };
  }
}

export function useExamination() {
  const [results, setResults] = useState<Partial<Record<Part, Result>>>({});
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setResults({});
    setIsRunning(true);
    await Promise.all(
      allParts.map(async (part) => {
        const result = await examine(part);
        setResults((before) => ({ ...before, [part]: result }));
      }),
    );
    setIsRunning(false);
  };
  return { results, isRunning, run };
}

export const isBad = ({ outcome }: Finding) => outcome === "failed" || outcome === "refused";
