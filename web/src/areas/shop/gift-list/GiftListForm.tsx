import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import type { components } from "@/api/schema";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { base64Of } from "@/lib/base64Of";
import { amountsOf } from "@/lib/cardAmounts";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { WhenToSend } from "@/features/card/WhenToSend";
import { cartQuery } from "@/features/cart/serverCart";
import { Form } from "@/shared/form/Form";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { useControlledField } from "@/shared/form/useControlledField";
import { useZodForm } from "@/shared/form/useZodForm";
import { AmountButtons } from "@/ui/form/AmountButtons";
import { toast } from "@/ui/overlay/toast";
import { ListRows } from "./ListRows";
import { sharedSchema, type SharedValues } from "./schema";
import { TableField } from "./TableField";
import { rowProblemsOf, tableOf, type GiftListRow } from "./table";

type Preview = components["schemas"]["GiftListPreview"];

interface GiftListFormProps {
  vendor: PublicVendor;
  campaignId: string | undefined;
  /** Amount from the page's address, or 0. */
  amount: number;
}

/** Amount of all rows that have none. */
function SharedAmount({ amounts }: { amounts: readonly number[] }) {
  const { value, pick, wiring, error } = useControlledField<number>("amount");
  return (
    <AmountButtons
      {...wiring}
      legend={m.giftlist_amount()}
      amounts={amounts}
      value={value}
      onPick={pick}
      error={error}
    />
  );
}

/** Asks for a table and the values of all gifts, shows the rows, and adds the gifts to the cart. */
export function GiftListForm({ vendor, campaignId, amount }: GiftListFormProps) {
  const amounts = amountsOf(vendor.amount);
  const [schema] = useState(sharedSchema);
  /** The list as it was last sent, with its key: the same list is added once, a changed one is another. */
  const sent = useRef({ text: "", key: "" });
  const ownName = useProfile()?.displayName ?? "";
  const form = useZodForm<SharedValues>(schema, {
    amount: amounts.includes(amount) ? amount : 0,
    from: ownName,
    giftMessage: "",
    sendOn: null,
  });
  const [source, setSource] = useState<Blob | string>("");
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<string>();
  const navigate = useNavigate();
  const client = useQueryClient();

  const keyOf = (text: string) => {
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    return sent.current.key;
  };

  const bodyOf = async (values: SharedValues, table: Blob | string) => ({
    vendorId: vendor.id,
    ...(campaignId !== undefined && { campaignId }),
    ...(values.amount > 0 && { amount: values.amount }),
    ...(values.giftMessage.trim() !== "" && { message: values.giftMessage.trim() }),
    ...(values.sendOn && {
      sendOn: values.sendOn,
      sendHour: values.sendHour ?? null,
      sendZone: values.sendZone ?? null,
    }),
    from: values.from.trim(),
    table: await base64Of(table),
  });

  const check = async (values: SharedValues) => {
    const body = await bodyOf(values, source);
    setPreview(await call("post", "/api/v1/Carts/lists/preview", { body }));
    setRefusal(undefined);
  };

  const add = async (values: SharedValues, rows: readonly GiftListRow[]) => {
    const body = await bodyOf(values, tableOf(rows));
    const key = keyOf(JSON.stringify(body));
    const { cards } = await call("post", "/api/v1/Carts/lists", { body: { ...body, key } });
    await client.invalidateQueries({ queryKey: cartQuery().queryKey });
    toast.success(m.giftlist_added({ count: cards }));
    await navigate(paths.cart());
  };

  /** Shows the server's messages at the rows and at the table; others belong to the form. */
  const markRows = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const problems = rowProblemsOf(error.fields);
    const whole = error.fields["table"] ?? error.fields["cartDetails"];
    if (problems.size === 0 && whole === undefined) throw error;
    setRefusal(whole ?? m.giftlist_mend({ count: problems.size }));
    setPreview(
      (seen) =>
        seen && {
          ...seen,
          rows: seen.rows.map((row, place) => ({ ...row, problems: problems.get(place) ?? {} })),
        },
    );
  };

  const submit = (values: SharedValues) =>
    (preview ? add(values, preview.rows) : check(values)).catch(markRows);

  const take = (content: Blob | string) => {
    setSource(content);
    setPreview(undefined);
    setRefusal(undefined);
  };

  const change = (rows: GiftListRow[]) => setPreview((seen) => seen && { ...seen, rows });
  const count = preview?.rows.length ?? 0;
  return (
    <Form
      form={form}
      onSubmit={submit}
      submitLabel={preview ? m.giftlist_add({ count }) : m.giftlist_check()}
      isUnguarded={source === ""}
      isWholePage
      className="sticky-form mt-8 max-w-180"
    >
      <div className="grid gap-6">
        <TableField source={source} error={refusal} onTake={take} />
        <SharedAmount amounts={amounts} />
        <FormTextField
          name="from"
          label={m.purchase_from()}
          hint={m.giftlist_from_hint()}
          autoComplete="organization"
        />
        <FormTextArea
          name="giftMessage"
          label={m.purchase_gift_message()}
          hint={m.giftlist_message_hint()}
          isOptional
          rows={3}
        />
        <WhenToSend />
        {preview && (
          <section aria-labelledby="giftlist-rows">
            <h2 id="giftlist-rows" className="text-xl">
              {m.giftlist_rows({ count })}
            </h2>
            <p className="mt-1 text-ink-soft" aria-live="polite">
              {m.giftlist_total({ total: formatMoney(preview.total) })}
            </p>
            {preview.unknownHeadings.length > 0 && (
              <p className="mt-1 text-ink-soft">
                {m.giftlist_unknown({ headings: preview.unknownHeadings.join(", ") })}
              </p>
            )}
            <ListRows rows={preview.rows} onChange={change} />
          </section>
        )}
      </div>
    </Form>
  );
}
