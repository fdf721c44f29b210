import { m } from "@/i18n";
import { useControlledField } from "@/shared/form/useControlledField";
import { Icon } from "@/ui/Icon";

/** Choice between a card for the buyer and a gift, which needs more fields. */
export function ForWhom() {
  const { value, pick, wiring } = useControlledField<boolean>("isGift");
  const { ref, name, onBlur } = wiring;
  return (
    <fieldset className="mt-6">
      <legend className="mb-2 font-semibold">{m.purchase_for_whom()}</legend>
      <div className="grid grid-cols-2 gap-3">
        {[false, true].map((isGift) => (
          <label
            key={String(isGift)}
            className="amount min-h-14 grid-flow-col justify-center gap-2.5 font-text text-base font-[650] tracking-normal"
          >
            <input
              ref={isGift ? undefined : ref}
              type="radio"
              name={name}
              checked={value === isGift}
              onChange={() => pick(isGift)}
              onBlur={onBlur}
            />
            <Icon name={isGift ? "gift" : "circle-user"} size={22} />
            {isGift ? m.purchase_is_gift() : m.purchase_for_me()}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
