import { t as defineConformance } from "../chunks/conformance.js";
import { _ as readLinks, d as asObject, g as readJson, h as readItems, m as readError, p as isJson, v as readObject } from "../chunks/sample.js";
import { C as headerIs, D as statusIs, E as sameNames, O as testCase, S as headerFits, T as same, a as ownAnswers, i as outcomeOf, k as testLaw, s as readsHeader, u as writesHeader, v as OK, w as refuses, x as expectThat } from "../chunks/context.js";
export { OK, asObject, defineConformance, expectThat, headerFits, headerIs, isJson, outcomeOf, ownAnswers, readError, readItems, readJson, readLinks, readObject, readsHeader, refuses, same, sameNames, statusIs, testCase, testLaw, writesHeader };
