// Sections of a vendor's or charity's form are shown as facts first; each opens for editing.
import { createContext, Fragment, use, useEffect, useRef, useState, type ReactNode } from "react";
import { get, useFormContext } from "react-hook-form";
import { Facts, FormSection } from "@/areas/portal/kit/FormSection";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";

interface Sections {
  /** Titles of the sections that are open for editing. */
  opened: readonly string[];
  onOpen: (title: string) => void;
  /** Closes all sections. */
  onClose: () => void;
}

/** Context of a form that is shown as facts first; in other forms all sections are open. */
export const FactsFirst = createContext<Sections | undefined>(undefined);

/** Tracks which sections are open. */
export function useSections(): Sections {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const onOpen = (title: string) =>
    setOpened((before) => (before.includes(title) ? before : [...before, title]));
  return { opened, onOpen, onClose: () => setOpened([]) };
}

export interface NamedField {
  name: string;
  label: string;
}

export interface SectionField extends NamedField {
  /** Form control; by default a text field. */
  input?: (field: NamedField) => ReactNode;
  /** Formats the value, if it differs from the field's text. */
  text?: (value: string) => ReactNode;
  /** Text for an empty value. */
  empty?: string | undefined;
}

interface EditableSectionProps {
  title: string;
  hint?: ReactNode;
  fields: readonly SectionField[];
}

/** A section of the form: facts, or fields while it is open or has an error. */
export function EditableSection({ title, hint, fields }: EditableSectionProps) {
  const sections = use(FactsFirst);
  const { formState, getValues } = useFormContext<Record<string, string>>();
  const { isSubmitting } = formState;
  const isAsked = useRef(false);
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const section = useRef<HTMLElement>(null);
  const isOpen = sections?.opened.includes(title) ?? false;
  useEffect(() => {
    if (!isOpen || !isAsked.current) return;
    isAsked.current = false;
    section.current?.querySelector<HTMLElement>("input:not([type=file]), textarea, select")?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    // Saving disables the fields, which removes the focus, so the button that opened the section
    // gets it.
    else if (wasOpen.current && !isSubmitting) {
      wasOpen.current = false;
      if (document.activeElement === document.body) opener.current?.focus();
    }
  }, [isOpen, isSubmitting]);
  const isWrong = fields.some(({ name }) => get(formState.errors, name) !== undefined);
  const onOpen = sections?.onOpen;
  // A section with an error opens.
  useEffect(() => {
    if (isWrong) onOpen?.(title);
  }, [isWrong, onOpen, title]);
  if (!sections || isWrong || isOpen) {
    return (
      <FormSection title={title} hint={hint} ref={section}>
        {fields.map(({ name, label, input }) => (
          <Fragment key={name}>
            {input ? input({ name, label }) : <FormTextField name={name} label={label} />}
          </Fragment>
        ))}
      </FormSection>
    );
  }
  return (
    <FormSection title={title}>
      <Facts
        facts={fields.map(({ name, label, text, empty }) => {
          const value = getValues(name) ?? "";
          if (value === "") return { term: label, text: empty ?? value };
          return { term: label, text: text ? text(value) : value };
        })}
      />
      <div className="sm:col-span-full">
        <Button
          ref={opener}
          size="small"
          aria-label={m.lists_edit_one({ name: title })}
          onClick={() => {
            isAsked.current = true;
            sections.onOpen(title);
          }}
        >
          <Icon name="pencil" size={18} />
          {m.lists_edit()}
        </Button>
      </div>
    </FormSection>
  );
}
