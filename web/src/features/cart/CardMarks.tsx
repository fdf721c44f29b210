import { m } from "@/i18n";
import marks from "./card-marks.svg?url";

const accepted = ["Visa", "Mastercard", "American Express", "Discover", "Diners Club", "JCB"];

/** Accepted payment cards, as single-colour marks. */
export function CardMarks() {
  return (
    <ul aria-label={m.shell_accepted_cards()} className="flex gap-[clamp(4px,2%,8px)] text-ink">
      {accepted.map((name) => (
        <li key={name} className="min-w-0">
          <svg viewBox="0 0 48 30" role="img" aria-label={name} className="block h-auto w-12 max-w-full">
            <use href={`${marks}#${name.toLowerCase().replaceAll(" ", "-")}`} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
