import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { useGuardedClose } from "@/shared/form/useGuardedClose";
import { ContactButton, ContactForm, useContactForm } from "./ContactForm";

const way =
  "flex min-h-15 items-center gap-4 rounded-control border-[1.5px] border-line px-5 py-3 font-semibold text-ink no-underline [&>.icon]:text-brand";

/** Phone, email and mail address, as alternatives to the form. */
function OtherContacts() {
  const { company } = brand;
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h3 className="text-base font-semibold">{m.contact_ways()}</h3>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        <li>
          <a
            href={`mailto:${company.email}`}
            className={`${way} hover:border-line-strong hover:bg-surface-quiet`}
          >
            <Icon name="mail" />
            {company.email}
          </a>
        </li>
        <li>
          <a href={company.phone.link} className={`${way} hover:border-line-strong hover:bg-surface-quiet`}>
            <Icon name="phone" />
            {company.phone.shown}
          </a>
        </li>
        <li className={`${way} sm:col-span-2`}>
          <Icon name="map-pin" />
          <address className="not-italic">{[company.name, ...company.addressLines].join(", ")}</address>
        </li>
      </ul>
    </section>
  );
}

/** Contact dialog. Closing it asks for confirmation if a message was started. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const form = useContactForm();
  const { close, question } = useGuardedClose(form.formState.isDirty, onClose);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={m.shell_contact()}
      size="large"
      footer={<ContactButton form={form} />}
    >
      <p className="mb-5 text-ink-soft">{m.contact_lead()}</p>
      <ContactForm form={form} onSent={onClose} />
      <OtherContacts />
      {question}
    </Dialog>
  );
}
