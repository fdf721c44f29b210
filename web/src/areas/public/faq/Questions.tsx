import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { Disclosure } from "@/ui/Disclosure";

/** What people ask before they buy. */
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
        ]
      : []),
    { question: m.faq_lost(), answer: m.faq_lost_text() },
    { question: m.faq_address(), answer: m.faq_address_text() },
    { question: m.faq_phone(), answer: m.faq_phone_text() },
    { question: m.faq_online(), answer: m.faq_online_text() },
    { question: m.purchase_faq_expiry(), answer: m.purchase_faq_expiry_text() },
    { question: m.purchase_faq_fees(), answer: m.purchase_faq_fees_text() },
    { question: m.purchase_faq_currency(), answer: m.purchase_faq_currency_text() },
    { question: m.purchase_faq_refund(), answer: m.purchase_faq_refund_text() },
    { question: m.purchase_faq_age(), answer: m.purchase_faq_age_text() },
  ];
  return questions.map(({ question, answer }) => (
    <Disclosure key={question} summary={question} name="faq">
      <p>{answer}</p>
    </Disclosure>
  ));
}
