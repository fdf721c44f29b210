import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { Disclosure } from "@/ui/layout/Disclosure";

/** Questions of shoppers before they buy. */
export function Questions() {
  const questions = [
    { question: m.purchase_faq_delivery(), answer: m.purchase_faq_delivery_text() },
    { question: m.purchase_faq_redeem(), answer: m.purchase_faq_redeem_text() },
    ...(brand.hasCharities
      ? [
          {
            question: m.purchase_faq_share(),
            answer: m.purchase_faq_share_text({ percent: formatPercent(10) }),
          },
          { question: m.faq_cause_paid(), answer: m.faq_cause_paid_text() },
          { question: m.faq_receipt(), answer: m.faq_receipt_text() },
        ]
      : []),
    { question: m.faq_lost(), answer: m.faq_lost_text() },
    { question: m.faq_address(), answer: m.faq_address_text() },
    { question: m.faq_phone(), answer: m.faq_phone_text() },
    { question: m.faq_online(), answer: m.faq_online_text() },
    { question: m.purchase_faq_expiry(), answer: m.purchase_faq_expiry_text() },
    { question: m.purchase_faq_fees(), answer: m.purchase_faq_fees_text() },
    { question: m.purchase_faq_currency(), answer: m.purchase_faq_currency_text() },
    { question: m.faq_closed(), answer: m.faq_closed_text() },
    { question: m.purchase_faq_refund(), answer: m.purchase_faq_refund_text() },
    { question: m.purchase_faq_age(), answer: m.purchase_faq_age_text() },
  ];
  return <Answers questions={questions} />;
}

/** Questions of shops before they join. */
export function ShopQuestions() {
  const questions = [
    {
      question: m.faq_shop_costs(),
      answer: m.faq_shop_costs_text({ brand: brand.name, percent: formatPercent(5) }),
    },
    { question: m.faq_shop_paid(), answer: m.faq_shop_paid_text() },
    { question: m.faq_shop_counter(), answer: m.faq_shop_counter_text() },
    { question: m.faq_shop_start(), answer: m.faq_shop_start_text() },
  ];
  return <Answers questions={questions} />;
}

function Answers({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  return questions.map(({ question, answer }) => (
    <Disclosure key={question} summary={question} name="faq">
      <p>{answer}</p>
    </Disclosure>
  ));
}
