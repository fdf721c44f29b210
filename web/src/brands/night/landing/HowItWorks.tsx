import { brand } from "@/brands/current";
import { m } from "@/i18n";

/** A banner that explains the brand, and the three steps of a purchase. */
export function HowItWorks() {
  const steps = [
    { art: "step-pick", title: m.landing_night_pick(), text: m.landing_night_pick_text() },
    { art: "step-send", title: m.landing_night_send(), text: m.landing_night_send_text() },
    { art: "step-scan", title: m.landing_night_scan(), text: m.landing_night_scan_text() },
  ];
  return (
    <>
      <section className="bg-[linear-gradient(114deg,#1d50dc_0_62%,#6331eb_62%)] py-[clamp(40px,5vw,72px)] text-[#fff]">
        <div className="page grid items-baseline gap-x-16 gap-y-4 md:grid-cols-2">
          <h2 className="text-section">{m.landing_night_banner()}</h2>
          <p className="text-lg">{m.landing_night_banner_text()}</p>
        </div>
      </section>
      <section aria-label={m.landing_how()} className="section">
        <ol className="page grid gap-x-6 gap-y-6 md:grid-cols-3">
          {steps.map(({ art, title, text }, index) => (
            <li key={art} className="relative rounded-panel border-[1.5px] border-line bg-surface p-6">
              <span
                className="absolute top-4 left-5 font-display font-title text-ink-soft"
                aria-hidden="true"
              >
                {index + 1}
              </span>
              <svg viewBox="0 0 320 200" aria-hidden="true" className="w-full">
                <use href={`${brand.art.steps}#${art}`} />
              </svg>
              <h3 className="mt-5 text-2xl">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
