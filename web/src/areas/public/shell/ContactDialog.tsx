import { Icon } from "@/ui/Icon";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { Dialog } from "@/ui/Dialog";

/** How to reach the company. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { company } = brand;
  return (
    <Dialog isOpen onClose={onClose} title={m.shell_contact()}>
      <p className="text-ink-soft">{m.shell_contact_text()}</p>
      <ul className="mt-5 flex flex-col gap-2">
        <li>
          <a href={`mailto:${company.email}`} className="contact-way">
            <Icon name="mail" />
            {company.email}
          </a>
        </li>
        <li>
          <a href={company.phone.link} className="contact-way">
            <Icon name="phone" />
            {company.phone.shown}
          </a>
        </li>
        <li className="contact-way">
          <Icon name="map-pin" />
          <address className="not-italic">
            {[company.name, ...company.addressLines].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </li>
      </ul>
    </Dialog>
  );
}
