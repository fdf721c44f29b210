import { monogram } from "./monogram";

interface EmblemProps {
  name: string;
  logoUrl?: string | undefined;
}

/** The shop's logo on a white tile, or its monogram. Hidden from screen readers, because the name is next to it. */
export function Emblem({ name, logoUrl }: EmblemProps) {
  return (
    <span className="gift-card-emblem" aria-hidden="true">
      {logoUrl ? <img src={logoUrl} alt="" width={96} height={96} decoding="async" /> : monogram(name)}
    </span>
  );
}
