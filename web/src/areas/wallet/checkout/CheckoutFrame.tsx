import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Icon } from "@/ui/Icon";

/** Header of the checkout, without navigation: logo, progress steps and a note that the payment is secure. */
export function CheckoutFrame() {
  const steps = [m.checkout_step_cart(), m.checkout_step_pay(), m.checkout_step_done()];
  return (
    <div className="checkout-frame">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6">
        <Link
          to={paths.home()}
          aria-label={m.shell_logo({ brand: brand.name })}
          className="flex min-h-11 items-center"
        >
          <brand.Logo className="h-8 w-auto sm:h-10" />
        </Link>
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Icon name="lock" size={18} className="text-success" />
          {m.checkout_secure()}
        </p>
      </div>
      <ol
        aria-label={m.checkout_steps()}
        className="flex flex-wrap gap-x-3 gap-y-1 border-b border-line text-sm/normal text-ink-soft"
      >
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === 1 ? "step" : undefined}
            className="flex min-h-11 items-center gap-3 not-last:after:content-['›'_/_''] aria-[current]:font-[650] aria-[current]:text-ink"
          >
            {index === 0 ? (
              <Link to={paths.cart()} className="flex min-h-11 items-center gap-1.5">
                <Icon name="check" size={16} />
                {step}
              </Link>
            ) : (
              <span>{step}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
