import type { FieldName } from '../domain/photo.ts';

/** What stands before a value on a nameplate, a label or a display, in English and Chinese. */
export interface FieldCue {
  readonly name: FieldName;
  readonly pattern: RegExp;
}

/*
 * Matched on text with full-width forms folded, in this order: the longer and more exact cue first, since
 * `设备编号` also ends in `编号`, and `Model No` also ends in `No`. OCR often drops the blank inside a cue.
 */
export const fieldCues: readonly FieldCue[] = [
  {
    name: 'asset',
    pattern:
      /(?<![A-Za-z])(?:asset\s*(?:no|number|id|tag|#)?|equipment\s*(?:no|id|number|tag)|equip\.?\s*(?:no|id)|tag\s*(?:no|number)|machine\s*(?:no|id|number))(?![A-Za-z])\.?|资产(?:编号|号|编码)?|设备(?:编号|号|编码)|位号|机台号/giu,
  },
  {
    name: 'serial',
    pattern:
      /(?<![A-Za-z])(?:s\s?[/.]\s?n|5\/n|sn|serial\s*(?:no|number|nr|num|#)?|ser\.?\s*(?:no|nr)|serien-?nr|fabr?\.?\s*nr|fab\.?\s*no|mfg\.?\s*no)(?![A-Za-z])\.?|序列号|出厂编号|出厂号|产品编号|机身号|机号|(?<!订单|工单|合同|文件|部件)编号/giu,
  },
  {
    name: 'part-number',
    pattern:
      /(?<![A-Za-z])(?:p\s?[/.]\s?n|pn|part\s*(?:no|number|nr|#)|spare\s*part\s*(?:no|number)?|order\s*(?:code|no|number)|cat\.?\s*no|art\.?\s*(?:no|nr)|item\s*no|ref\.?\s*no|material\s*no|mat\.?\s*no)(?![A-Za-z])\.?|部件(?:编号|号)|零件(?:编号|号)|备件号|料号|件号|物料(?:编码|编号|号)|订货号|货号/giu,
  },
  {
    name: 'model',
    pattern:
      /(?<![A-Za-z])(?:model\s*(?:no|number|code|name)?|mod\.|type\s*(?:no|code)?|typ|mdl)(?![A-Za-z])\.?|规格型号|产品型号|型号|机型|型式/giu,
  },
  {
    name: 'fault-code',
    pattern:
      /(?<![A-Za-z])(?:(?:error|fault|alarm|trip|failure|warning|diagnostic)\s*(?:code|no|number|id)?|err|flt|alm|code|dtc)(?![A-Za-z])\.?|(?:故障|报警|错误|异常|警报|告警)(?:代码|编码|代号|码|号|信息)?|代码/giu,
  },
  {
    name: 'equipment',
    pattern:
      /(?<![A-Za-z])(?:equipment(?:\s*name)?|machine(?:\s*name)?|product(?:\s*name)?|device)(?![A-Za-z])|设备名称|产品名称|机器名称|品名|名称/giu,
  },
];

/** Nouns by which a line names the kind of machine. */
export const equipmentNouns =
  /(?<![A-Za-z])(?:compressor|pump|frequency drive|variable frequency drive|drive|inverter|converter|chiller|conveyor|boiler|burner|motor|generator|elevator|lift|crane|forklift|excavator|robot|gripper|spindle|lathe|press|charger|ups|transformer|switchgear|power unit|door operator|breaker|controller|plc|blower|fan|furnace|kiln|oven|mixer|centrifuge|gearbox|actuator|valve|dryer|welder|cooling tower|air handler|heat pump|battery|packaging machine|filling machine|door)s?(?![A-Za-z])|压缩机|空压机|水泵|油泵|离心泵|真空泵|变频器|伺服驱动器|驱动器|逆变器|整流器|冷水机组?|冷却塔|输送机|传送带|锅炉|燃烧器|异步电动机|电动机|电机|发电机|电梯|起重机|叉车|挖掘机|机器人|机械手|主轴|机床|车床|压力机|充电桩|充电机|不间断电源|变压器|配电柜|断路器|控制器|风机|鼓风机|炉|烘箱|搅拌机|离心机|减速机|执行器|阀门|干燥机|焊机|空调机组|热泵|蓄电池|包装机|灌装机|门机/iu;

/** Prefixes that makers use for faults and alarms. */
export const faultPrefix = /^(?:E|ER|ERR|F|FL|FLT|FA|AL|ALM|A|H|SF|OC|OV|UV|OH|OL|OU|LU|EF|SC|GF|U|W)\d{1,5}[A-Z]?$/;

const units =
  '°\\s?[CF℃]|℃|℉|%|kVA|VA|kWh|kW|MW|W|kV|mV|VAC|VDC|V|mA|A(?:h)?|kHz|MHz|Hz|mbar|bar|kPa|MPa|hPa|Pa|psi|r/min|rpm|min-1|mm/s|m/s|mm|cm|km|m3/h|m³/h|L/min|l/min|kg|mg|N·?m|kN|Nm|L|dB|kΩ|MΩ|Ω|ohm|ms|h|s|min|g|m|l';
/** A number with a unit: `78 °C`, `5.2bar`, `-12,5 V`. Not inside a longer word. */
export const measurePattern = new RegExp(`(?<![A-Za-z0-9./-])([-+]?\\d{1,6}(?:[.,]\\d{1,4})?)\\s?(${units})(?![A-Za-z0-9])`, 'gu');
