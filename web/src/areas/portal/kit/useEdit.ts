// Tracks the version of the record that a form started from. If another user has saved it
// meanwhile, the form takes over fields that only they changed; for fields that both changed, the
// user chooses.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";
import { useZodForm } from "@/shared/form/useZodForm";
import { asQuery, type AnyQuery } from "@/shared/table/anyQuery";

type Value = string | boolean;

/** A field that both users have changed. */
export interface Difference {
  name: string;
  theirs: Value;
  mine: Value;
}

export interface Conflict {
  /** Fields that both users have changed, to choose from. */
  both: readonly Difference[];
  /** Fields that only the other user has changed; the form already shows their values. */
  taken: readonly string[];
}

/** Returns a form's fields by name, nested ones as `address.city`. */
function leavesOf(values: object, prefix = ""): Map<string, Value> {
  return new Map(
    Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, Value][] => {
      if (value instanceof Object) return Array.from(leavesOf(value, `${prefix}${name}.`));
      return typeof value === "string" || typeof value === "boolean" ? [[prefix + name, value]] : [];
    }),
  );
}

export function compare(before: object, theirs: object, mine: object): Conflict {
  const [began, typed] = [leavesOf(before), leavesOf(mine)];
  const changed = [...leavesOf(theirs)].filter(([name, value]) => began.get(name) !== value);
  const both = changed.flatMap(([name, value]): Difference[] => {
    const own = typed.get(name);
    return own === undefined || own === began.get(name) || own === value
      ? []
      : [{ name, theirs: value, mine: own }];
  });
  const isOpen = new Set(both.map(({ name }) => name));
  return { both, taken: changed.flatMap(([name]) => (isOpen.has(name) ? [] : [name])) };
}

/** The server trims texts. */
const plain = (value: Value | undefined) => (typeof value === "string" ? value.trim() : value);

/** Whether the form equals the record: then it was saved, though the reply was lost. */
export function isSaved(record: object, mine: object): boolean {
  const typed = leavesOf(mine);
  return [...leavesOf(record)].every(
    ([name, value]) => !typed.has(name) || plain(typed.get(name)) === plain(value),
  );
}

/** Returns the fields that differ from the record that the form started from. */
function ownChanges(before: object, mine: object): [string, Value][] {
  const began = leavesOf(before);
  return [...leavesOf(mine)].filter(([name, value]) => began.get(name) !== value);
}

interface EditState<Given> {
  began: Given;
  /** Typed values to keep in the form after it starts from a newer record. */
  kept: readonly [string, Value][];
  conflict: Conflict | undefined;
}

interface EditOptions<Given, Values extends FieldValues, Answer> {
  query: AnyQuery<Answer>;
  /** Returns the record, if it is only a part of the query's answer. */
  recordOf?: (answer: Answer) => Given;
  schema: (began: Given) => ZodMiniType<Values, Values>;
  valuesOf: (record: Given) => Values;
}

export interface Edit<Given, Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Record that the change is based on. */
  began: Given;
  /** Set while another user's change conflicts with this one. */
  conflict: Conflict | undefined;
  /**
   * Reads the record again. Returns true if it equals the form: then the form's own save had
   * arrived.
   */
  learn: () => Promise<boolean>;
  /** Whether a save without an answer has arrived. */
  hasArrived: () => Promise<boolean>;
  /** Starts from the saved record, which has been read again. */
  renew: () => void;
}

export function useEdit<Given extends { version: string }, Values extends FieldValues, Answer = Given>(
  record: Given,
  { query, recordOf, schema, valuesOf }: EditOptions<Given, Values, Answer>,
): Edit<Given, Values> {
  const client = useQueryClient();
  const [state, setState] = useState<EditState<Given>>({ began: record, kept: [], conflict: undefined });
  const [first] = useState(state);
  const { began, conflict } = state;
  const form = useZodForm(schema(began), valuesOf(began) as DefaultValues<Values>);
  const { isDirty, isSubmitting } = form.formState;
  const read = (answer: Answer) => recordOf?.(answer) ?? (answer as unknown as Given);
  // The cached copy is the one that the server refused.
  const readNow = async () => read(await client.fetchQuery({ ...asQuery(query), staleTime: 0 }));
  const begin = (anew: Given) => setState({ began: anew, kept: [], conflict: undefined });

  // Start from refetched data as long as the user has not typed anything.
  if (record.version !== began.version && !isDirty && !isSubmitting && !conflict) begin(record);

  const fill = useEffectEvent((now: EditState<Given>) => {
    if (now === first) return;
    form.reset(valuesOf(now.began));
    for (const [name, value] of now.kept) {
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  });
  useEffect(() => fill(state), [state]);

  return {
    form,
    began,
    conflict,
    hasArrived: async () => isSaved(valuesOf(await readNow()), form.getValues()),
    learn: async () => {
      const theirs = await readNow();
      const mine = form.getValues();
      if (isSaved(valuesOf(theirs), mine)) return true;
      const before = valuesOf(began);
      setState({
        began: theirs,
        kept: ownChanges(before, mine),
        conflict: compare(before, valuesOf(theirs), mine),
      });
      return false;
    },
    renew: () => {
      // The refetch failed, so keep the typed values.
      if (client.getQueryState(query.queryKey)?.isInvalidated) return;
      const answer = client.getQueryData<Answer>(query.queryKey);
      begin(answer === undefined ? record : read(answer));
    },
  };
}
