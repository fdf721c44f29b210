// What the form of a customer holds before anybody has typed. Apart from its rules, which the page doesn't wait for.
import type { Customer } from "./customerSchema";

export const noCustomer: Customer = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  address: "",
  aptUnitNumber: "",
  city: "",
  province: "",
  postalCode: "",
  password: "",
  confirmPassword: "",
  isAgreed: false,
  reCaptchaToken: "",
};
