import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney, formatPercent } from "@/lib/money";

/** The three steps of a purchase, and a sample receipt. */
export function HowItWorks() {
  const steps = [
    { art: "step-pick", title: m.landing_paper_step1(), text: m.landing_paper_step1_text() },
    {
      art: "step-cause",
      title: m.landing_paper_step2(),
      text: m.landing_paper_step2_text({ percent: formatPercent(10) }),
    },
    { art: "step-show", title: m.landing_paper_step3(), text: m.landing_paper_step3_text() },
  ];
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="section">
      <div className="page">
        <h2 id="how-it-works-title" className="text-section max-w-[18ch]">
          {m.landing_paper_how_title()}
        </h2>
        <ol className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
          {steps.map(({ art, title, text }, index) => (
            <li key={art}>
              <svg viewBox="0 0 320 200" aria-hidden="true" className="w-full max-w-100">
                <use href={`${brand.art.steps}#${art}`} />
              </svg>
              <div className="mt-4 flex items-center gap-3">
                <span className="step-number">{index + 1}</span>
                <h3 className="text-xl">{title}</h3>
              </div>
              <p className="mt-3 max-w-[38ch] text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
        <Receipt />
      </div>
    </section>
  );
}

function Receipt() {
  const rows = [
    { label: m.landing_receipt_pay(), value: formatMoney(25) },
    { label: m.landing_receipt_spend(), value: formatMoney(25) },
    { label: m.landing_receipt_fees(), value: formatMoney(0) },
  ];
  return (
    <div className="mt-20 grid items-center gap-x-16 gap-y-8 md:grid-cols-[1fr_minmax(0,440px)]">
      <div>
        <h2 className="text-section max-w-[16ch]">{m.landing_receipt_title()}</h2>
        <p className="mt-5 max-w-[46ch] text-lg text-ink-soft">{m.landing_receipt_text()}</p>
      </div>
      <div className="md:rotate-1">
        <div className="receipt">
          <p className="text-sm font-semibold text-ink-soft">{m.landing_receipt_example()}</p>
          <dl>
            {rows.map(({ label, value }) => (
              <div
                key={label}
                className="flex justify-between gap-6 border-b-2 border-dotted border-line py-3"
              >
                <dt>{label}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
            <div className="flex items-baseline justify-between gap-6 pt-4">
              <dt className="font-semibold text-accent">{m.landing_receipt_cause()}</dt>
              <dd className="font-display text-2xl font-extrabold whitespace-nowrap text-accent">
                <span className="font-text text-base font-semibold">{m.landing_up_to()} </span>
                {formatMoney(2.5)}
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </div>
  );
}
