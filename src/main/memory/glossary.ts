import { foldKeywords } from './search-text.ts';

/** English terms (first one shown), then Chinese ones; all of a line mean one thing in the field. */
const lines = `
pump|泵
hydraulic pump|液压泵
motor|电机,马达,电动机
engine|发动机,引擎
filter|滤芯,过滤器,滤清器,滤网
bearing|轴承
relay|继电器
contactor|接触器
breaker,circuit breaker|断路器,空开,空气开关
fuse|熔断器,保险丝,保险
overheating,overheat,over temperature|过热,超温,过温,温度过高,高温
leak,leaking,leakage|泄漏,漏油,漏水,漏气,渗漏
oil|油,机油
hydraulic oil|液压油
coolant|冷却液,冷却水
cooler,oil cooler|冷却器,散热器
radiator|散热器,水箱
fan|风扇,风机
compressor|压缩机,空压机
pressure|压力
low pressure|低压,压力低,压力过低,欠压
high pressure|高压,压力高,压力过高,超压
temperature|温度
sensor|传感器
pressure sensor,pressure transducer|压力传感器,压力变送器
temperature sensor|温度传感器
valve|阀,阀门
relief valve|溢流阀,安全阀,泄压阀
solenoid valve|电磁阀
check valve|单向阀,止回阀
cylinder|油缸,气缸,液压缸
hose|软管,胶管
pipe|管道,管路
seal|密封,油封,密封圈
gasket|垫片,密封垫
o-ring|o型圈,密封圈
shaft|轴
coupling|联轴器
gear|齿轮
gearbox|齿轮箱,变速箱,减速机,减速器
belt|皮带,传送带
conveyor|输送机,传送带,输送带
chain|链条
roller|滚筒,辊
brake|制动器,刹车,抱闸
clutch|离合器
spring|弹簧
bolt,screw|螺栓,螺丝,螺钉
nut|螺母
torque|扭矩,力矩
vibration,vibrating|振动,震动
noise,noisy|噪音,噪声,异响,异音
wear,worn|磨损
crack,cracked|裂纹,开裂,裂缝
corrosion,corroded|腐蚀
rust|生锈,锈蚀
loose|松动,松脱
blocked,clogged|堵塞,阻塞
stuck,jammed,jam|卡住,卡死,卡滞,卡料
broken|断裂,损坏
damaged|损坏,破损
burnt,burned|烧毁,烧坏,烧蚀
smoke|冒烟,烟
short circuit|短路
open circuit|断路,开路
ground fault,earth fault|接地故障,对地短路,漏电
insulation|绝缘
cable|电缆,线缆
wire,wiring|电线,接线,导线
connector,plug|插头,接头,连接器
terminal|端子,接线端子
contact|触点,触头
switch|开关
limit switch|限位开关,行程开关
button|按钮
emergency stop,e-stop|急停
interlock|联锁,互锁
safety door,guard door|安全门,防护门
inverter,frequency converter,vfd|变频器
drive,servo drive|驱动器,伺服驱动器
servo|伺服
encoder|编码器
controller|控制器
plc|plc,可编程控制器
display,screen|显示屏,屏幕
panel|面板,操作面板
power supply|电源
battery|电池,蓄电池,电瓶
charger|充电器
charging|充电
cell voltage|单体电压,电芯电压
voltage|电压
undervoltage,low voltage|欠压,电压低,电压过低
overvoltage|过压,电压过高
current|电流
overcurrent|过流
overload,overloaded|过载
phase loss|缺相
phase|相
alarm|报警,告警
error,fault|故障,错误
fault code,error code|故障码,故障代码,错误代码
warning|警告
stops,stopped,stop|停机,停止
trip,tripped,trips|跳闸,脱扣
shutdown|停机,关机
start,starting|启动,起动
will not start,does not start,no start|无法启动,不能启动,启动不了,不启动
restart|重启,重新启动
reset|复位
speed|转速,速度
slow|慢,缓慢
rotation|转动,旋转
reverse|反转
spindle|主轴
axis|轴
robot|机器人,机械手
gripper|夹爪,夹具,抓手
vacuum|真空
suction cup|吸盘
nozzle|喷嘴
injector|喷油嘴,喷射器
printer,print head|打印机,打印头
elevator,lift|电梯,升降机
door|门
lock|锁
crane|起重机,吊车,行车
forklift|叉车
excavator|挖掘机
bucket|铲斗
track|履带
tyre,tire|轮胎
tank|油箱,水箱,储罐
level|液位,油位
oil level|油位
flow|流量
air|空气,气
compressed air|压缩空气
air leak|漏气
water|水
water leak|漏水
oil leak|漏油
steam|蒸汽
boiler|锅炉
burner|燃烧器
ignition|点火
flame|火焰
heater|加热器
heat exchanger|换热器,热交换器
chiller|冷水机,制冷机
refrigerant|制冷剂,冷媒,氟利昂
evaporator|蒸发器
condenser|冷凝器
freezing,ice,iced|结冰,结霜,冻结
condensation|冷凝水,结露
drain|排水,排放
separator|分离器
dryer|干燥机
dust|灰尘,粉尘
dirty,dirt|脏,脏污,污垢
clean,cleaned|清洁,清洗,清理
replace,replaced,change|更换,换
repair,repaired|修理,维修,修复
adjust,adjusted|调整,调节
tighten,tightened|拧紧,紧固
lubricate,grease|润滑,润滑脂,黄油
calibrate,calibration|校准,标定
align,alignment|对中,校正
install,installed|安装
remove,removed|拆下,拆除
check,inspect|检查
test|测试,试验
measure,measured|测量
communication,bus|通讯,通信,总线
network|网络
timeout|超时
software,firmware|软件,固件
parameter|参数
signal|信号
position|位置
home position,homing|原点,回零
drift|漂移
calibration weight|砝码
scale|秤,称重
load cell|称重传感器
camera|相机,摄像头
lens|镜头
light curtain|光幕
laser|激光
lamp,light,led|灯,指示灯
fluid,liquid|液体
smell|气味,异味
sealing|密封
impeller|叶轮
cavitation|气蚀,汽蚀
inlet|进口,入口
outlet|出口
standby|待机
isolate,lock out|隔离,上锁
`;

interface Term {
  readonly english: readonly string[];
  readonly chinese: readonly string[];
}

const terms: readonly Term[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [english = '', chinese = ''] = line.split('|');
    return { english: english.split(','), chinese: chinese.split(',') };
  });

/** Number of meanings that the glossary knows. */
export const glossarySize = terms.length;

const byEnglish = new Map(terms.flatMap((term) => term.english.map((word) => [word, term] as const)));
const longestEnglish = 4;

/**
 * Field terms of the other language for what a text says: `pump leaks` → 泵 泄漏 …. For keyword search alone; at most 24 words.
 * A longer term hides the shorter ones in it (`relief valve` is no `valve`).
 */
export function translateTerms(text: string): string[] {
  const folded = foldKeywords(text);
  const found: string[] = [];
  const words = folded.match(/[a-z][a-z-]*/g) ?? [];
  for (let at = 0; at < words.length;) {
    let step = 1;
    for (let length = Math.min(longestEnglish, words.length - at); length > 0; length -= 1) {
      const phrase = words.slice(at, at + length).join(' ');
      const term = byEnglish.get(phrase) ?? byEnglish.get(singular(phrase));
      if (term === undefined) continue;
      found.push(...term.chinese);
      step = length;
      break;
    }
    at += step;
  }
  const chinese = terms.flatMap((term) => term.chinese.filter((word) => folded.includes(word)).map((word) => ({ word, term })));
  for (const { word, term } of chinese.sort((a, b) => b.word.length - a.word.length)) {
    if (chinese.some((other) => other.word.length > word.length && other.word.includes(word))) continue;
    found.push(...term.english);
  }
  return [...new Set(found)].slice(0, 24);
}

function singular(phrase: string): string {
  return phrase.replace(/(?:(?<=ch|sh|x|ss)es|(?<![su])s)$/, '').replace(/(?:ing|ed)$/, '');
}
