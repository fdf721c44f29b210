// Sections of a vendor's or charity's form are shown as facts first; each opens for editing.
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import { get, useFormContext } from "react-hook-form";
import { Facts, FormSection } from "@/areas/portal/kit/FormSection";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import type { Choice } from "@/ui/form/ChoiceSelect";
import { Icon } from "@/ui/Icon";

interface Reading {
  /** Titles of the sections that are open for editing. */
  opened: readonly string[];
  onOpen: (title: string) => void;
  /** Closes all sections. */
  onClose: () => void;
}

/** Context of a form that is shown as facts first; in other forms all sections are open. */
export const ReadFirst = createContext<Reading | undefined>(undefined);

/** Tracks which sections are open. */
export function useReading(): Reading {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const onOpen = (title: string) =>
    setOpened((before) => (before.includes(title) ? before : [...before, title]));
  return { opened, onOpen, onClose: () => setOpened([]) };
}

interface FieldFact {
  name: string;
  term: string;
  /** Formats the value, if it differs from the field's text. */
  text?: (value: string) => ReactNode;
  /** Text for an empty value. */
  empty?: string | undefined;
}

interface FactSectionProps {
  title: string;
  hint?: ReactNode;
  /** Values of the fields. */
  facts: readonly FieldFact[];
  /** Form fields. */
  children: ReactNode;
}

/** A section of the form: facts, or fields while it is open or has an error. */
export function FactSection({ title, hint, facts, children }: FactSectionProps) {
  const reading = use(ReadFirst);
  const { formState, getValues, setFocus } = useFormContext<Record<string, string>>();
  const { isSubmitting } = formState;
  const isAsked = useRef(false);
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const first = facts[0]?.name;
  const isOpen = reading?.opened.includes(title) ?? false;
  useEffect(() => {
    if (!isOpen || !isAsked.current || !first) return;
    isAsked.current = false;
    setFocus(first);
  }, [isOpen, first, setFocus]);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    // Saving disables the fields, which removes the focus, so the button that opened the section
    // gets it.
    else if (wasOpen.current && !isSubmitting) {
      wasOpen.current = false;
      if (document.activeElement === document.body) opener.current?.focus();
    }
  }, [isOpen, isSubmitting]);
  const isWrong = facts.some(({ name }) => get(formState.errors, name) !== undefined);
  const onOpen = reading?.onOpen;
  // A section with an error opens.
  useEffect(() => {
    if (isWrong) onOpen?.(title);
  }, [isWrong, onOpen, title]);
  if (!reading || isWrong || isOpen) {
    return (
      <FormSection title={title} hint={hint}>
        {children}
      </FormSection>
    );
  }
  return (
    <FormSection title={title}>
      <Facts
        facts={facts.map(({ name, term, text, empty }) => {
          const value = getValues(name) ?? "";
          if (value === "") return { term, text: empty ?? value };
          return { term, text: text ? text(value) : value };
        })}
      />
      <div className="sm:col-span-full">
        <Button
          ref={opener}
          size="small"
          aria-label={m.lists_edit_one({ name: title })}
          onClick={() => {
            isAsked.current = true;
            reading.onOpen(title);
          }}
        >
          <Icon name="pencil" size={18} />
          {m.lists_edit()}
        </Button>
      </div>
    </FormSection>
  );
}

interface ChoiceNameProps<Found, Key extends QueryKey> {
  value: string;
  query: UseQueryOptions<Found[], Error, Choice[], Key>;
}

/** Name of the chosen directory entry. */
export function ChoiceName<Found, Key extends QueryKey>({ value, query }: ChoiceNameProps<Found, Key>) {
  const { data } = useQuery(query);
  if (!data) return "…";
  return data.find((choice) => choice.value === value)?.text ?? m.tenants_switched_off();
}

interface LogoFactProps {
  kind: "vendor" | "charity";
  pictureKey: string;
}

export function LogoFact(picture: LogoFactProps) {
  return <PictureTile {...picture} name="" />;
}
