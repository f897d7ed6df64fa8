/**
 * Pattern of a phone number of any country: 5 to 20 digits, which single spaces or hyphens may group, after an optional
 * plus sign: "+86 757-8888 0000".
 */
export const phonePattern = /^\+?\d([ -]?\d){4,19}$/;
